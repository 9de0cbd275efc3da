extension Status {
    /// The access list says more than its simple form can express.
    public static let aclNotSimple = Status(rawValue: -25240)
    /// The item has no access control, or its group is closed to the caller.
    public static let noAccessForItem = Status(rawValue: -25243)
    /// The owner of the item may not be changed this way.
    public static let invalidOwnerEdit = Status(rawValue: -25244)
    /// The credential is wrong, or authentication was refused.
    public static let authFailed = Status(rawValue: -25293)
    /// The store is locked, or a prompt was needed and forbidden.
    public static let interactionNotAllowed = Status(rawValue: -25308)
    /// A prompt is needed, and none can be shown now.
    public static let interactionRequired = Status(rawValue: -25315)
    /// The display is off, so that no prompt can be shown.
    public static let inDarkWake = Status(rawValue: -25320)
    /// A round of authentication has to come first.
    public static let authNeeded = Status(rawValue: -25330)
    /// The caller does not hold the right it needs, such as an access group.
    public static let missingEntitlement = Status(rawValue: -34018)
    /// This kind of caller is barred from the function.
    public static let restrictedAPI = Status(rawValue: -34020)
    /// What is known of the caller is not enough to let it in.
    public static let insufficientClientID = Status(rawValue: -67586)
    /// An entry of the access list could not be deleted.
    public static let aclDeleteFailed = Status(rawValue: -67696)
    /// An entry of the access list could not be replaced.
    public static let aclReplaceFailed = Status(rawValue: -67697)
    /// An entry could not be added to the access list.
    public static let aclAddFailed = Status(rawValue: -67698)
    /// The access list could not be changed.
    public static let aclChangeFailed = Status(rawValue: -67699)
    /// The credentials for the access list are malformed.
    public static let invalidAccessCredentials = Status(rawValue: -67700)
    /// The access list is malformed.
    public static let invalidACL = Status(rawValue: -67702)
    /// The privilege asked for was refused.
    public static let privilegeNotGranted = Status(rawValue: -67705)
    /// The call needs a session, and there is none.
    public static let notLoggedIn = Status(rawValue: -67729)
    /// The name given for the session is not one.
    public static let invalidLoginName = Status(rawValue: -67813)
    /// A session is open already.
    public static let alreadyLoggedIn = Status(rawValue: -67814)
    /// The credentials are right but do not reach far enough.
    public static let insufficientCredentials = Status(rawValue: -67822)
    /// The access asked for is not one that exists.
    public static let invalidAccessRequest = Status(rawValue: -67876)
    /// The owner to be set is not one.
    public static let invalidNewOwner = Status(rawValue: -67878)
}

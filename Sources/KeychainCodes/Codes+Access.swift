private import SecureStore

// Codes about credentials, prompts and rights.

/// The access list says more than its simple form can express.
public let errSecACLNotSimple: OSStatus = -25_240

/// The item has no access control, or its group is closed to the caller.
public let errSecNoAccessForItem: OSStatus = -25_243

/// The owner of the item may not be changed this way.
public let errSecInvalidOwnerEdit: OSStatus = -25_244

/// The credential is wrong, or authentication was refused.
public let errSecAuthFailed: OSStatus = Status.authFailed.rawValue

/// The store is locked, or a prompt was needed and forbidden.
public let errSecInteractionNotAllowed: OSStatus = Status.interactionNotAllowed.rawValue

/// A prompt is needed, and none can be shown now.
public let errSecInteractionRequired: OSStatus = -25_315

/// The display is off, so that no prompt can be shown.
public let errSecInDarkWake: OSStatus = -25_320

/// A round of authentication has to come first.
public let errSecAuthNeeded: OSStatus = -25_330

/// The caller does not hold the right it needs, such as an access group.
public let errSecMissingEntitlement: OSStatus = Status.missingEntitlement.rawValue

/// This kind of caller is barred from the function.
public let errSecRestrictedAPI: OSStatus = -34_020

/// What is known of the caller is not enough to let it in.
public let errSecInsufficientClientID: OSStatus = -67_586

/// An entry of the access list could not be deleted.
public let errSecACLDeleteFailed: OSStatus = -67_696

/// An entry of the access list could not be replaced.
public let errSecACLReplaceFailed: OSStatus = -67_697

/// An entry could not be added to the access list.
public let errSecACLAddFailed: OSStatus = -67_698

/// The access list could not be changed.
public let errSecACLChangeFailed: OSStatus = -67_699

/// The credentials for the access list are malformed.
public let errSecInvalidAccessCredentials: OSStatus = -67_700

/// The access list is malformed.
public let errSecInvalidACL: OSStatus = -67_702

/// The privilege asked for was refused.
public let errSecPrivilegeNotGranted: OSStatus = -67_705

/// The call needs a session, and there is none.
public let errSecNotLoggedIn: OSStatus = -67_729

/// The name given for the session is not one.
public let errSecInvalidLoginName: OSStatus = -67_813

/// A session is open already.
public let errSecAlreadyLoggedIn: OSStatus = -67_814

/// The credentials are right but do not reach far enough.
public let errSecInsufficientCredentials: OSStatus = -67_822

/// The access asked for is not one that exists.
public let errSecInvalidAccessRequest: OSStatus = -67_876

/// The owner to be set is not one.
public let errSecInvalidNewOwner: OSStatus = -67_878

// MARK: - What they say

extension CodeMessages {
    static let access: [OSStatus: String] = [
        errSecACLNotSimple: "the access list has no simple form",
        errSecNoAccessForItem: "the item cannot be accessed",
        errSecInvalidOwnerEdit: "the change of owner was refused",
        errSecInteractionRequired: "a prompt is needed",
        errSecInDarkWake: "no prompt can be shown in dark wake",
        errSecAuthNeeded: "authentication is needed first",
        errSecRestrictedAPI: "this kind of caller is not admitted",
        errSecInsufficientClientID: "the caller is not known well enough",
        errSecACLDeleteFailed: "an access entry could not be deleted",
        errSecACLReplaceFailed: "an access entry could not be replaced",
        errSecACLAddFailed: "an access entry could not be added",
        errSecACLChangeFailed: "the access list could not be changed",
        errSecInvalidAccessCredentials: "the access credentials are not valid",
        errSecInvalidACL: "the access list is not valid",
        errSecPrivilegeNotGranted: "the privilege was not granted",
        errSecNotLoggedIn: "no session is open",
        errSecInvalidLoginName: "the login name is not valid",
        errSecAlreadyLoggedIn: "a session is already open",
        errSecInsufficientCredentials: "the credentials are not sufficient",
        errSecInvalidAccessRequest: "the access request is not valid",
        errSecInvalidNewOwner: "the new owner is not valid",
    ]
}

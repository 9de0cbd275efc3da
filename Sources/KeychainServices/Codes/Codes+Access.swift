#if !canImport(Darwin)

private import SecureStore

// Codes about credentials, prompts and rights.

/// The access list says more than its simple form can express.
public let errSecACLNotSimple: OSStatus = Status.aclNotSimple.rawValue

/// The item has no access control, or its group is closed to the caller.
public let errSecNoAccessForItem: OSStatus = Status.noAccessForItem.rawValue

/// The owner of the item may not be changed this way.
public let errSecInvalidOwnerEdit: OSStatus = Status.invalidOwnerEdit.rawValue

/// The credential is wrong, or authentication was refused.
public let errSecAuthFailed: OSStatus = Status.authFailed.rawValue

/// The store is locked, or a prompt was needed and forbidden.
public let errSecInteractionNotAllowed: OSStatus = Status.interactionNotAllowed.rawValue

/// A prompt is needed, and none can be shown now.
public let errSecInteractionRequired: OSStatus = Status.interactionRequired.rawValue

/// The display is off, so that no prompt can be shown.
public let errSecInDarkWake: OSStatus = Status.inDarkWake.rawValue

/// A round of authentication has to come first.
public let errSecAuthNeeded: OSStatus = Status.authNeeded.rawValue

/// The caller does not hold the right it needs, such as an access group.
public let errSecMissingEntitlement: OSStatus = Status.missingEntitlement.rawValue

/// This kind of caller is barred from the function.
public let errSecRestrictedAPI: OSStatus = Status.restrictedAPI.rawValue

/// What is known of the caller is not enough to let it in.
public let errSecInsufficientClientID: OSStatus = Status.insufficientClientID.rawValue

/// An entry of the access list could not be deleted.
public let errSecACLDeleteFailed: OSStatus = Status.aclDeleteFailed.rawValue

/// An entry of the access list could not be replaced.
public let errSecACLReplaceFailed: OSStatus = Status.aclReplaceFailed.rawValue

/// An entry could not be added to the access list.
public let errSecACLAddFailed: OSStatus = Status.aclAddFailed.rawValue

/// The access list could not be changed.
public let errSecACLChangeFailed: OSStatus = Status.aclChangeFailed.rawValue

/// The credentials for the access list are malformed.
public let errSecInvalidAccessCredentials: OSStatus = Status.invalidAccessCredentials.rawValue

/// The access list is malformed.
public let errSecInvalidACL: OSStatus = Status.invalidACL.rawValue

/// The privilege asked for was refused.
public let errSecPrivilegeNotGranted: OSStatus = Status.privilegeNotGranted.rawValue

/// The call needs a session, and there is none.
public let errSecNotLoggedIn: OSStatus = Status.notLoggedIn.rawValue

/// The name given for the session is not one.
public let errSecInvalidLoginName: OSStatus = Status.invalidLoginName.rawValue

/// A session is open already.
public let errSecAlreadyLoggedIn: OSStatus = Status.alreadyLoggedIn.rawValue

/// The credentials are right but do not reach far enough.
public let errSecInsufficientCredentials: OSStatus = Status.insufficientCredentials.rawValue

/// The access asked for is not one that exists.
public let errSecInvalidAccessRequest: OSStatus = Status.invalidAccessRequest.rawValue

/// The owner to be set is not one.
public let errSecInvalidNewOwner: OSStatus = Status.invalidNewOwner.rawValue

#endif

// Shared by all threads without a lock, because nobody can change them: see `Constant`.

// The classes of items, and the key that names one.

/// The key for the class of an item.
@safe public nonisolated(unsafe) let kSecClass: CFString = Constant("class")
/// A password for anything, by service and account.
@safe public nonisolated(unsafe) let kSecClassGenericPassword: CFString = Constant("genp")
/// A password for a server.
@safe public nonisolated(unsafe) let kSecClassInternetPassword: CFString = Constant("inet")
/// A certificate.
@safe public nonisolated(unsafe) let kSecClassCertificate: CFString = Constant("cert")
/// A cryptographic key.
@safe public nonisolated(unsafe) let kSecClassKey: CFString = Constant("keys")
/// A certificate with its private key.
@safe public nonisolated(unsafe) let kSecClassIdentity: CFString = Constant("idnt")
/// A class of older systems, which no call accepts.
@safe public nonisolated(unsafe) let kSecClassAppleSharePassword: CFString = Constant("apls")

// Results of a call, and values that are no attributes.

/// True if the secret is returned.
@safe public nonisolated(unsafe) let kSecReturnData: CFString = Constant("r_Data")
/// True if the attributes are returned.
@safe public nonisolated(unsafe) let kSecReturnAttributes: CFString = Constant("r_Attributes")
/// True if a reference is returned; passwords have none.
@safe public nonisolated(unsafe) let kSecReturnRef: CFString = Constant("r_Ref")
/// True if a persistent reference is returned.
@safe public nonisolated(unsafe) let kSecReturnPersistentRef: CFString = Constant("r_PersistentRef")
/// The secret of an item.
@safe public nonisolated(unsafe) let kSecValueData: CFString = Constant("v_Data")
/// A certificate, key or identity.
@safe public nonisolated(unsafe) let kSecValueRef: CFString = Constant("v_Ref")
/// A persistent reference.
@safe public nonisolated(unsafe) let kSecValuePersistentRef: CFString = Constant("v_PersistentRef")
/// The password in a dictionary of shared web credentials.
@safe public nonisolated(unsafe) let kSecSharedPassword: CFString = Constant("spwd")

// Ways to carry out a call.

/// Items to search or to add; not supported.
@safe public nonisolated(unsafe) let kSecUseItemList: CFString = Constant("u_ItemList")
/// The keychain that a call is for.
@safe public nonisolated(unsafe) let kSecUseKeychain: CFString = Constant("u_Keychain")
/// A text for a prompt; nothing here prompts.
@safe public nonisolated(unsafe) let kSecUseOperationPrompt: CFString = Constant("u_OpPrompt")
/// True if prompts are forbidden; nothing here prompts.
@safe public nonisolated(unsafe) let kSecUseNoAuthenticationUI: CFString = Constant("u_NoAuthUI")
/// The fate of items that need a prompt.
@safe public nonisolated(unsafe) let kSecUseAuthenticationUI: CFString = Constant("u_AuthUI")
/// Prompts are allowed.
@safe public nonisolated(unsafe) let kSecUseAuthenticationUIAllow: CFString = Constant("u_AuthUIA")
/// Items that need a prompt fail the call.
@safe public nonisolated(unsafe) let kSecUseAuthenticationUIFail: CFString = Constant("u_AuthUIF")
/// Items that need a prompt are skipped; for searches only.
@safe public nonisolated(unsafe) let kSecUseAuthenticationUISkip: CFString = Constant("u_AuthUIS")
/// A context that was authenticated before; ignored.
@safe public nonisolated(unsafe) let kSecUseAuthenticationContext: CFString = Constant("u_AuthCtx")
/// Accepted everywhere; there is one kind of keychain here.
@safe public nonisolated(unsafe) let kSecUseDataProtectionKeychain: CFString = Constant("nleg")
/// Accepted, and ignored.
@safe public nonisolated(unsafe) let kSecUseUserIndependentKeychain: CFString = Constant(
    "u_UserIndependentKeychain")

// Conditions of a search beside attributes.

/// A policy that a certificate has to satisfy, at the date of ``kSecMatchValidOnDate`` or else now.
///
/// A certificate is looked at by itself: dates, names and purposes, and not who issued it. The policies
/// ``SecPolicyCreateBasicX509()`` and ``SecPolicyCreateRevocation(_:)`` are for its chain.
@safe public nonisolated(unsafe) let kSecMatchPolicy: CFString = Constant("m_Policy")
/// The items among which to search.
@safe public nonisolated(unsafe) let kSecMatchItemList: CFString = Constant("m_ItemList")
/// The keychains in which to search.
@safe public nonisolated(unsafe) let kSecMatchSearchList: CFString = Constant("m_SearchList")
/// Issuers, one of which a chain of stored certificates has to reach.
@safe public nonisolated(unsafe) let kSecMatchIssuers: CFString = Constant("m_Issuers")
/// An e-mail address that a certificate has to have.
@safe public nonisolated(unsafe) let kSecMatchEmailAddressIfPresent: CFString = Constant(
    "m_EmailAddressIfPresent")
/// Accepted, and ignored as on iOS.
@safe public nonisolated(unsafe) let kSecMatchSubjectContains: CFString = Constant("m_SubjectContains")
/// Accepted, and ignored as on iOS.
@safe public nonisolated(unsafe) let kSecMatchSubjectStartsWith: CFString = Constant("m_SubjectStartsWith")
/// Accepted, and ignored as on iOS.
@safe public nonisolated(unsafe) let kSecMatchSubjectEndsWith: CFString = Constant("m_SubjectEndsWith")
/// Accepted, and ignored as on iOS.
@safe public nonisolated(unsafe) let kSecMatchSubjectWholeString: CFString = Constant("m_SubjectWholeString")
/// A host that the server has to be, or to lie below.
@safe public nonisolated(unsafe) let kSecMatchHostOrSubdomainOfHost: CFString = Constant(
    "m_HostOrSubdomainOfHost")
/// Accepted, and ignored as on iOS.
@safe public nonisolated(unsafe) let kSecMatchCaseInsensitive: CFString = Constant("m_CaseInsensitive")
/// Accepted, and ignored as on iOS.
@safe public nonisolated(unsafe) let kSecMatchDiacriticInsensitive: CFString = Constant(
    "m_DiacriticInsensitive")
/// Accepted, and ignored as on iOS.
@safe public nonisolated(unsafe) let kSecMatchWidthInsensitive: CFString = Constant("m_WidthInsensitive")
/// True if the chains of certificates have to lead to what the system trusts, now and for any purpose.
@safe public nonisolated(unsafe) let kSecMatchTrustedOnly: CFString = Constant("m_TrustedOnly")
/// A date on which certificates have to be valid and, if there is one, to satisfy the policy; null is now.
@safe public nonisolated(unsafe) let kSecMatchValidOnDate: CFString = Constant("m_ValidOnDate")
/// The number of items to return.
@safe public nonisolated(unsafe) let kSecMatchLimit: CFString = Constant("m_Limit")
/// One item, not in an array.
@safe public nonisolated(unsafe) let kSecMatchLimitOne: CFString = Constant("m_LimitOne")
/// All items, in an array.
@safe public nonisolated(unsafe) let kSecMatchLimitAll: CFString = Constant("m_LimitAll")

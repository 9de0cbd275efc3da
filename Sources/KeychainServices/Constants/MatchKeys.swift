// What a search has to match beside attributes.
// Shared by all threads without a lock, because nobody can change them: see `Constant`.

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
@safe public nonisolated(unsafe) let kSecMatchSubjectStartsWith: CFString = Constant(
    "m_SubjectStartsWith")

/// Accepted, and ignored as on iOS.
@safe public nonisolated(unsafe) let kSecMatchSubjectEndsWith: CFString = Constant("m_SubjectEndsWith")

/// Accepted, and ignored as on iOS.
@safe public nonisolated(unsafe) let kSecMatchSubjectWholeString: CFString = Constant(
    "m_SubjectWholeString")

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

/// Whether the chains of certificates have to lead to what the system trusts, now and for any purpose.
@safe public nonisolated(unsafe) let kSecMatchTrustedOnly: CFString = Constant("m_TrustedOnly")

/// A date on which certificates have to be valid and, if there is one, to satisfy the policy; null is now.
@safe public nonisolated(unsafe) let kSecMatchValidOnDate: CFString = Constant("m_ValidOnDate")

/// How many items to return.
@safe public nonisolated(unsafe) let kSecMatchLimit: CFString = Constant("m_Limit")

/// One item, not in an array.
@safe public nonisolated(unsafe) let kSecMatchLimitOne: CFString = Constant("m_LimitOne")

/// All items, in an array.
@safe public nonisolated(unsafe) let kSecMatchLimitAll: CFString = Constant("m_LimitAll")

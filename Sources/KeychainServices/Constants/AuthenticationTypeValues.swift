// Values of kSecAttrAuthenticationType.
// Shared by all threads without a lock, because nobody can change them: see `Constant`.

/// Windows NT LAN Manager.
@safe public nonisolated(unsafe) let kSecAttrAuthenticationTypeNTLM: CFString = Constant("ntlm")

/// Microsoft Network.
@safe public nonisolated(unsafe) let kSecAttrAuthenticationTypeMSN: CFString = Constant("msna")

/// Distributed password authentication.
@safe public nonisolated(unsafe) let kSecAttrAuthenticationTypeDPA: CFString = Constant("dpaa")

/// Remote password authentication.
@safe public nonisolated(unsafe) let kSecAttrAuthenticationTypeRPA: CFString = Constant("rpaa")

/// HTTP basic.
@safe public nonisolated(unsafe) let kSecAttrAuthenticationTypeHTTPBasic: CFString = Constant("http")

/// HTTP digest.
@safe public nonisolated(unsafe) let kSecAttrAuthenticationTypeHTTPDigest: CFString = Constant("httd")

/// A form on a page.
@safe public nonisolated(unsafe) let kSecAttrAuthenticationTypeHTMLForm: CFString = Constant("form")

/// The default.
@safe public nonisolated(unsafe) let kSecAttrAuthenticationTypeDefault: CFString = Constant("dflt")

// The classes of items, and the key that names one.
// Shared by all threads without a lock, because nobody can change them: see `Constant`.

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

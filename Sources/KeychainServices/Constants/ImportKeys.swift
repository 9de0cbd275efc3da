// Options and results of importing PKCS#12.
// Shared by all threads without a lock, because nobody can change them: see `Constant`.

/// The passphrase.
@safe public nonisolated(unsafe) let kSecImportExportPassphrase: CFString = Constant("passphrase")

/// The keychain to import into.
@safe public nonisolated(unsafe) let kSecImportExportKeychain: CFString = Constant("keychain")

/// The access list of what is imported.
@safe public nonisolated(unsafe) let kSecImportExportAccess: CFString = Constant("access")

/// Whether nothing is stored.
@safe public nonisolated(unsafe) let kSecImportToMemoryOnly: CFString = Constant("memory")

/// The label of an imported item.
@safe public nonisolated(unsafe) let kSecImportItemLabel: CFString = Constant("label")

/// The hash of the public key of an imported item.
@safe public nonisolated(unsafe) let kSecImportItemKeyID: CFString = Constant("keyid")

/// The evaluation of an imported certificate.
@safe public nonisolated(unsafe) let kSecImportItemTrust: CFString = Constant("trust")

/// The certificates of an imported identity.
@safe public nonisolated(unsafe) let kSecImportItemCertChain: CFString = Constant("chain")

/// An imported identity.
@safe public nonisolated(unsafe) let kSecImportItemIdentity: CFString = Constant("identity")

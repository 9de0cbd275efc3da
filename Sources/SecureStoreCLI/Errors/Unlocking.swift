/// The sentences about unlocking in help texts and errors.
enum Unlocking {
    /// The variable that holds the passphrase itself; the others only say where it is.
    static let passphraseVariable = "SECURESTORE_PASSPHRASE"

    static let ways = "unlock with: securestore unlock at a terminal, or \(unattendedWays)"

    static let unattendedWays = """
        name the passphrase's source in SECURESTORE_PASSPHRASE_FD, SECURESTORE_PASSPHRASE_FILE, the service \
        credential securestore.passphrase, SECURESTORE_PASSPHRASE_COMMAND or \(passphraseVariable)
        """
}

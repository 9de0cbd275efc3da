import SecureStore

/// The number that the command tells its caller when it ends.
struct ExitCode: RawRepresentable, Hashable, Error {
    let rawValue: Int32

    static let success = ExitCode(rawValue: 0)
    static let failure = ExitCode(rawValue: 1)
    /// A backup was made, and is damaged as its store is.
    static let damagedCopy = ExitCode(rawValue: 3)
    /// The number that `sysexits.h` gives to a command line that is not understood.
    static let usage = ExitCode(rawValue: 64)

    /// The number with which a shell says that there is no such program.
    static let missingProgram = ExitCode(rawValue: 127)

    init(rawValue: Int32) { self.rawValue = rawValue }

    /// The low byte of a status, which is what remains of it on macOS.
    init(_ status: StoreStatus) {
        let byte = status.rawValue & 0xff
        self = byte == 0 ? .failure : ExitCode(rawValue: byte)
    }

    /// The ones that scripts ask for, for help and manual page.
    static let meanings: [(code: ExitCode, meaning: String)] = [
        (.success, "done"),
        (.failure, "failed"),
        (.damagedCopy, "backup: the store is damaged, and so is the copy"),
        (ExitCode(.interactionNotAllowed), "the store is locked"),
        (.missingProgram, "no such program, or no libcrypto, which otp, copy, certificates and keys need"),
        (ExitCode(.itemNotFound), "no item matches"),
        (ExitCode(.multipleValuesUnsupported), "several items match"),
        (ExitCode(.duplicateItem), "the item exists already"),
        (ExitCode(.duplicateKeychain), "the store or the fleet exists already"),
        (ExitCode(.invalidKeychain), "the store is damaged, or the file is none"),
        (ExitCode(.noSuchKeychain), "there is no such store"),
        (ExitCode(.authFailed), "wrong passphrase, recovery code or device key, or not in the fleet"),
        (ExitCode(.readOnly), "the store can only be read here, such as a replica of a fleet"),
        (ExitCode(.notAvailable), "the device key, the store or the fleet's server is not there"),
        (.usage, "command line not understood"),
        (ExitCode(.keptByFleet), "the fleet has kept the change, and this machine not yet"),
        (ExitCode(.unknownOutcome), "the fleet may have kept the change, or not"),
        (ExitCode(.divergedHistory), "the fleet's server went back, or has another history"),
        (ExitCode(.decode), "an item, a file or the server's copy of a fleet is damaged"),
        (ExitCode(.invalidData), "what was read, also from a fleet's server, is not what it has to be"),
        (ExitCode(.databaseLocked), "another program or machine is busy with the store or the fleet"),
        (ExitCode(.wrongSecVersion), "the store or the fleet has another format"),
        (ExitCode(.diskFull), "the disk is full"),
        (ExitCode(.io), "the disk gives an error"),
        (ExitCode(.allocate), "there is not enough memory"),
        (ExitCode(.param), "this cannot be done with what was given"),
        (ExitCode(.invalidDBLocation), "this place is not safe for a store, or takes none"),
        (ExitCode(.wrPerm), "no permission to write"),
    ]
}

import SecureStore

/// The number that the command tells its caller when it ends.
struct ExitCode: RawRepresentable, Hashable, Sendable {
    let rawValue: Int32

    static let success = ExitCode(rawValue: 0)
    static let failure = ExitCode(rawValue: 1)
    /// The number that `sysexits.h` gives to a command line that is not understood.
    static let usage = ExitCode(rawValue: 64)

    init(rawValue: Int32) { self.rawValue = rawValue }

    /// The low byte of a status, which is what remains of it on macOS.
    init(_ status: Status) {
        let byte = status.rawValue & 0xff
        self = byte == 0 ? .failure : ExitCode(rawValue: byte)
    }

    /// The ones that scripts ask for, for help and manual page.
    static let meanings: [(code: ExitCode, meaning: String)] = [
        (.success, "done"),
        (.failure, "failed"),
        (ExitCode(.interactionNotAllowed), "the store is locked"),
        (ExitCode(.itemNotFound), "no item matches"),
        (ExitCode(.duplicateItem), "the item exists already"),
        (ExitCode(.noSuchKeychain), "there is no such store"),
        (ExitCode(.authFailed), "wrong passphrase, recovery code or device key"),
        (.usage, "command line not understood"),
    ]
}

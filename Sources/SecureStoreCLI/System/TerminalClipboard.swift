private import Glibc
import SecureStore

/// The clipboard of the terminal that the command is used at, also from another machine.
struct TerminalClipboard {
    let descriptor: Int32

    /// The most bytes that are sent to a terminal; terminals take fewer.
    private static let limit = 1 << 16
    private static let patience: Int32 = 5_000

    init() throws(CommandError) {
        // Without waiting: a terminal can be stopped.
        descriptor = unsafe open("/dev/tty", O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        try require(descriptor >= 0, "there is no terminal")
    }

    /// The terminal that a process of ours has handed on to this one.
    init(handedOn descriptor: Int32) { self.descriptor = descriptor }

    static func check(_ bytes: SecretBytes) throws(CommandError) {
        try require(bytes.count <= limit, "a terminal takes no more than \(limit) bytes")
    }

    func set(_ bytes: SecretBytes) throws {
        try Self.check(bytes)
        let sequence = try SecretBytes.joined(["\u{1b}]52;c;", bytes.base64(), "\u{7}"])
        guard sequence.withRawBytes({ Output.write($0, to: descriptor, patience: Self.patience) }) else {
            throw CommandError.failure("the terminal cannot be written to: \(SystemMessage.last)")
        }
    }
}

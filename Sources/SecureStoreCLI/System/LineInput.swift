private import Glibc

/// Standard input, a line at a time.
///
/// A byte a call, so that whatever reads standard input next finds all that comes after the line.
enum LineInput {
    /// As long as command lines can be; longer secrets are for --stdin.
    private static let longest = 1 << 20

    /// A line without its line break.
    struct Line {
        /// Nil for bytes that are no text in UTF-8.
        let text: String?
    }

    /// The next line; nil at the end.
    static func next() throws(CommandError) -> Line? {
        var bytes: [UInt8] = []
        while true {
            var byte: UInt8 = 0
            let count = unsafe read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .failure("standard input cannot be read: \(SystemMessage.last)") }
            if count == 0, bytes.isEmpty { return nil }
            if count == 0 || byte == UInt8(ascii: "\n") { break }
            guard bytes.count < longest else { throw .failure("a line has more than \(longest) bytes") }
            bytes.append(byte)
        }
        return Line(text: String(validating: bytes, as: UTF8.self))
    }

    /// Whether somebody types the lines.
    static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }
}

private import Glibc
import SecureStore

/// Standard input, a line at a time.
///
/// A byte a call, so that whatever reads standard input next finds all that comes after the line.
enum LineInput {
    /// As long as command lines can be; longer secrets are for --stdin.
    static let longest = 1 << 20

    /// A line without its line break, where it is erased, as it may hold a secret; of one that is too long, a
    /// byte more than ``longest``.
    static func next() throws -> SecretBytes? {
        var byte = try nextByte()
        guard byte != nil else { return nil }
        let line = try SecretInput.grown(from: 256, atMost: longest + 1) { target in
            var count = 0
            while let next = byte, isInLine(next), count < target.byteCount {
                target.storeBytes(of: next, toByteOffset: count, as: UInt8.self)
                count += 1
                byte = try nextByte()
            }
            return count
        }
        while isInLine(byte) { byte = try nextByte() }
        return line
    }

    private static func isInLine(_ byte: UInt8?) -> Bool { byte != nil && byte != UInt8(ascii: "\n") }

    private static func nextByte() throws(CommandError) -> UInt8? {
        var byte: UInt8 = 0
        while true {
            let count = unsafe read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR { continue }
            try require(count >= 0, "standard input cannot be read: \(SystemMessage.last)")
            return count == 0 ? nil : byte
        }
    }
}

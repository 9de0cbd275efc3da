import FoundationEssentials
private import Glibc
import SecureStore

/// Looks for bytes that must not be in a file.
enum ByteSearch {
    /// Whether `bytes`, of which there is at least one, occur anywhere in `file`.
    static func finds(_ bytes: SecretBytes, in file: Data) -> Bool {
        bytes.withRawBytes { bytes in
            unsafe bytes.withUnsafeBytes { needle in
                unsafe file.withUnsafeBytes { hay in unsafe finds(needle, in: hay) }
            }
        }
    }

    /// The system's functions, as a loop of our own takes seconds for a file in a build without optimisation.
    private static func finds(_ needle: UnsafeRawBufferPointer, in hay: UnsafeRawBufferPointer) -> Bool {
        guard let first = unsafe needle.first, let bytes = needle.baseAddress,
            let base = hay.baseAddress
        else { return false }
        let last = hay.count - needle.count
        var offset = 0
        while offset <= last {
            guard let hit = unsafe memchr(base + offset, Int32(first), last - offset + 1) else { break }
            offset = unsafe UnsafeRawPointer(hit) - base
            if unsafe memcmp(base + offset, bytes, needle.count) == 0 { return true }
            offset += 1
        }
        return false
    }
}

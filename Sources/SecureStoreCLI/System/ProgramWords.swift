private import CSecureStoreLinux
private import Glibc

/// The words that the program was started with, its own name first.
enum ProgramWords {
    /// All of them, also where there is no `/proc`, from which Swift reads them.
    ///
    /// Bytes that are not text are replaced: ``requireText(exceptLast:)`` tells.
    static var all: [String] {
        let words = CommandLine.arguments
        guard words.isEmpty else { return words }
        return (0..<securestore_word_count()).compactMap { index in
            guard let word = unsafe securestore_word(index) else { return nil }
            return unsafe String(cString: word)
        }
    }

    /// Refuses words that are not text, as a path or a password that was repaired is another one.
    ///
    /// The program's own name may be anything, and so may the last words, as many as the caller does not
    /// read.
    static func requireText(exceptLast count: Int) throws(CommandError) {
        for index in 1..<max(1, securestore_word_count() - count) {
            guard let word = unsafe securestore_word(index), unsafe String(validatingCString: word) == nil
            else { continue }
            throw CommandError(
                exitCode: .usage, message: "word \(index) of the command line is not UTF-8 text")
        }
    }

    /// The last of them as the kernel put them there, which need not be text, but for parts that are
    /// replaced.
    ///
    /// A word in which something is replaced is copied, and the copy lasts as long as the process.
    static func last(
        _ count: Int, replacing parts: [(part: String, with: String)]
    ) throws(CommandError) -> [UnsafeMutablePointer<CChar>?] {
        let end = securestore_word_count()
        var words: [UnsafeMutablePointer<CChar>?] = unsafe []
        for index in max(0, end - count)..<end {
            guard let word = unsafe securestore_word(index) else { break }
            let bytes = unsafe Array(UnsafeBufferPointer(start: word, count: Int(strlen(word))))
            let changed = parts.reduce(bytes) { bytes, part in
                bytes.replacing(part.part.utf8.map { CChar($0) }, with: part.with.utf8.map { CChar($0) })
            }
            guard let copy = unsafe changed == bytes ? word : strdup(changed + [0]) else {
                throw .failure("there is no memory for the program's words")
            }
            unsafe words.append(copy)
        }
        return unsafe words
    }
}

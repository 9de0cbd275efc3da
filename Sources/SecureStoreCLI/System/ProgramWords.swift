private import CLinux

/// The words that the program was started with, its own name first.
enum ProgramWords {
    /// All of them, also where there is no `/proc`, from which Swift reads them.
    static var all: [String] {
        let words = CommandLine.arguments
        guard words.isEmpty else { return words }
        return (0..<securestore_word_count()).compactMap { place in
            guard let word = unsafe securestore_word(place) else { return nil }
            return unsafe String(cString: word)
        }
    }

    /// The last of them as the kernel put them there, which need not be text.
    static func last(_ count: Int) -> [UnsafeMutablePointer<CChar>?] {
        let end = securestore_word_count()
        return unsafe (max(0, end - count)..<end).map { unsafe securestore_word($0) }
    }
}

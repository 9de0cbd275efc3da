private import Glibc

/// Results go to standard output, everything else to standard error.
enum Terminal {
    static func print(_ line: String) { write(line, to: STDOUT_FILENO) }

    static func report(_ error: CommandError) {
        write("securestore: error: \(error.message)", to: STDERR_FILENO)
        if let hint = error.hint { write("hint: \(hint)", to: STDERR_FILENO) }
    }

    /// A word of the user's, cut short and without anything that a terminal would obey.
    static func quoted(_ word: String) -> String {
        let shown = word.unicodeScalars.prefix(40).map { $0.properties.isGraphic ? String($0) : "?" }
        return "'" + shown.joined() + (word.unicodeScalars.count > 40 ? "..." : "") + "'"
    }

    /// Straight to the descriptor: the library's own streams are shared variables, and buffer.
    private static func write(_ line: String, to descriptor: Int32) {
        let bytes = Array((line + "\n").utf8)
        var start = 0
        while start < bytes.count {
            let count = unsafe bytes[start...].withUnsafeBytes {
                unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            // Nobody is left to be told.
            guard count > 0 else { return }
            start += count
        }
    }
}

extension Unicode.Scalar.Properties {
    /// Neither a control nor a format character, such as one that reverses the direction of text.
    fileprivate var isGraphic: Bool {
        switch generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
            return false
        default:
            return true
        }
    }
}

private import Glibc
import SecureStore

/// Standard error, and the things that a terminal can show: what people see besides the results.
package enum Terminal {
    static func report(_ error: CommandError, from program: String) {
        tell("\(program): \(paint("error:", .red)) \(harmless(error.message))")
        if let text = error.hint { hint(text) }
    }

    static func hint(_ text: String) { tell("\(paint("hint:", .bold)) \(harmless(hinted(text)))") }

    /// The options by which the command line names the store and its server, with a word of a shell each.
    static let given = SystemMutex<[String: String]>([:])

    /// A hint with what the command in it needs as well, to be for the same store and server.
    static func hinted(_ text: String) -> String {
        let given = given.withLock { $0 }
        let needed = text.contains("securestore fleet ") ? ["--store", "--server", "--schema"] : ["--store"]
        let words = needed.filter { !text.contains("\($0) ") }.compactMap { option in
            given[option].map { "\(option) \($0)" }
        }
        guard !words.isEmpty, text.contains("securestore ") else { return text }
        return "\(text) (with \(words.joined(separator: " ")))"
    }

    package static func tell(_ line: String) { write(line + "\n") }

    static func write(_ text: String) {
        // When even that cannot be written, nobody is left to be told.
        _ = Output.write(text, to: STDERR_FILENO)
    }

    static func write(_ secret: SecretBytes) {
        secret.withRawBytes { bytes in _ = Output.write(bytes, to: STDERR_FILENO) }
    }

    /// True if it takes something without a wait, as one that was stopped does not.
    static var takesMore: Bool {
        var polled = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        return unsafe poll(&polled, 1, 0) > 0
    }

    static var isInput: Bool { isatty(STDIN_FILENO) == 1 }
    static var showsOutput: Bool { isatty(STDOUT_FILENO) == 1 }
    static var showsErrors: Bool { isatty(STDERR_FILENO) == 1 }

    /// True if a person reads a question and can answer it: no script is to wait for an answer.
    static var isAttended: Bool { isInput && showsErrors }

    /// The columns of the terminal at standard error, 80 if it does not say.
    static var width: Int { columns(of: STDERR_FILENO) }

    static var outputWidth: Int? { showsOutput ? columns(of: STDOUT_FILENO) : nil }

    /// The columns for text that is wrapped: what COLUMNS says, else those of the terminal, else 80.
    static var textWidth: Int {
        let wanted = value("COLUMNS").flatMap { Int($0) } ?? columns(of: STDOUT_FILENO)
        return min(max(wanted, 40), 200)
    }

    private static func columns(of descriptor: Int32) -> Int {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    enum Style: String {
        case bold = "1"
        case red = "1;31"
    }

    /// The text in a colour, where it goes to a terminal and the user has not asked for none.
    static func paint(_ text: String, _ style: Style, if isTerminal: Bool = showsErrors) -> String {
        guard isTerminal, !isSet("NO_COLOR"), value("TERM") != "dumb" else { return text }
        return "\u{1b}[\(style.rawValue)m\(text)\u{1b}[0m"
    }

    static func isSet(_ name: String) -> Bool { value(name)?.isEmpty == false }

    static func value(_ name: String) -> String? {
        guard let text = unsafe getenv(name) else { return nil }
        return unsafe String(cString: text)
    }

    /// A word of the user's, cut short and without anything that a terminal would obey.
    static func quoted(_ word: String) -> String {
        "'" + harmless(String(word.unicodeScalars.prefix(40))) + (word.unicodeScalars.count > 40 ? "..." : "")
            + "'"
    }

    /// Text without anything that a terminal would obey, or that nobody would see there.
    package static func harmless(_ text: String) -> String {
        // Most texts are plain, and need no copy.
        if text.utf8.allSatisfy({ 0x20..<0x7f ~= $0 }) { return text }
        return text.unicodeScalars.map { $0.isShown ? String($0) : "?" }.joined()
    }
}

extension Unicode.Scalar {
    /// True for a character that people see as what it is: neither a control or format character, such as one
    /// that reverses the direction of text, nor one without width, such as a filler.
    var isShown: Bool {
        guard value >= 0x7f else { return value >= 0x20 }
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
            return false
        default:
            return !properties.isDefaultIgnorableCodePoint
        }
    }
}

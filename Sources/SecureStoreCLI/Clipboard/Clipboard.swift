import SecureStoreCertificates
import SecureStore

/// A place to paste from, and how something gets there and away again.
struct Clipboard {
    /// Programs by their words; a secret is the input of the first and the output of the second.
    typealias Programs = (copy: [String], paste: [String], clear: [String])

    enum Way {
        case programs(Programs)
        /// A buffer of tmux, which has a name once there is something in it.
        case tmux
        /// The sequence OSC 52, which the terminal obeys and never answers.
        case terminal
    }

    let name: String
    let text: String
    /// A variable without which the clipboard is not there.
    let variable: String?
    let ways: [Way]

    static let all = [
        Clipboard(
            name: "wayland", text: "the clipboard of Wayland", variable: "WAYLAND_DISPLAY",
            ways: [
                .programs((["wl-copy"], ["wl-paste", "--no-newline"], ["wl-copy", "--clear"]))
            ]),
        Clipboard(
            name: "x11", text: "the clipboard of X11", variable: "DISPLAY",
            ways: [.programs(xclip), .programs(xsel)]),
        Clipboard(name: "tmux", text: "a buffer of tmux", variable: "TMUX", ways: [.tmux]),
        Clipboard(name: "terminal", text: "the terminal's clipboard", variable: nil, ways: [.terminal]),
    ]

    /// It has no word for clearing; an empty input does it.
    private static let xclip: Programs = (
        copy: ["xclip", "-selection", "clipboard", "-in"],
        paste: ["xclip", "-selection", "clipboard", "-out"],
        clear: ["xclip", "-selection", "clipboard", "-in"]
    )
    private static let xsel: Programs = (
        copy: ["xsel", "--clipboard", "--input"], paste: ["xsel", "--clipboard", "--output"],
        clear: ["xsel", "--clipboard", "--clear"]
    )

    static let patience = Duration.seconds(5)
    static let limit = 1 << 20

    func way() -> Int? {
        ways.firstIndex { way in
            switch way {
            // Without the other one, nothing is taken back.
            case .programs(let programs):
                SearchPath.hasProgram(programs.copy[0]) && SearchPath.hasProgram(programs.paste[0])
            case .tmux: SearchPath.hasProgram("tmux")
            case .terminal: (try? TerminalClipboard()) != nil
            }
        }
    }
}

extension Clipboard.Way {
    func copy(_ secret: SecretBytes) throws {
        switch self {
        case .programs(let programs): try Self.run(programs.copy, input: secret)
        // Without a name, because tmux pastes only buffers to which it gave one itself.
        case .tmux: try Self.run(["tmux", "load-buffer", "-"], input: secret)
        case .terminal: try TerminalClipboard().set(secret)
        }
    }

    /// Takes it away, unless something else is there by now.
    ///
    /// A process in a session of its own has the terminal from another one.
    func takeBack(if proof: CopyProof, terminal: TerminalClipboard? = nil) throws {
        switch self {
        case .programs(let programs):
            guard try proof.holds(for: programs.paste) else { return }
            try Self.run(programs.clear, input: nil)
        case .tmux:
            let list = ["tmux", "list-buffers", "-F", "#{buffer_name}"]
            let names = try ProgramOutput.read(list, limit: Clipboard.limit, patience: Clipboard.patience)
            for name in names.map({ text in text.lines().compactMap { text.text($0) } }) ?? []
            // A buffer that is gone, or longer than any copy, is not it.
            where (try? proof.holds(for: ["tmux", "save-buffer", "-b", name, "-"])) == true {
                try Self.run(["tmux", "delete-buffer", "-b", name], input: nil)
            }
        case .terminal: try (terminal ?? TerminalClipboard()).set(SecretBytes(count: 0) { _ in })
        }
    }

    private static func run(_ words: [String], input: SecretBytes?) throws {
        let file = try input.map { try MemoryFile($0) }
        try require(
            ProgramOutput.run(words, input: file, patience: Clipboard.patience), "there is no \(words[0])")
    }
}

/// A key, and a secret's digest under it: enough to know the secret again, and not to know it.
struct CopyProof {
    let bytes: SecretBytes
    private static let keyCount = 32
    static let byteCount = keyCount + HashFunction.sha256.byteCount

    init(of secret: SecretBytes) throws {
        let key = try SecretBytes.random(count: Self.keyCount)
        bytes = try .joined([key, try HashFunction.sha256.authenticationCode(of: secret, with: key)])
    }

    init?(_ bytes: SecretBytes) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    fileprivate func holds(for words: [String]) throws -> Bool {
        let present = try ProgramOutput.read(
            words, limit: Clipboard.limit, patience: Clipboard.patience)
        guard let present else { return false }
        let digest = try HashFunction.sha256.authenticationCode(
            of: present, with: try bytes.part(0..<Self.keyCount))
        return try digest == bytes.part(Self.keyCount..<bytes.count)
    }
}

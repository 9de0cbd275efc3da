import CertificateKit
import SecureStore

/// A place to paste from, and how something gets there and away again.
struct Clipboard {
    /// Programs that do it, by their words; the secret is the standard input of the first and the output of the second.
    struct Programs {
        let copy: [String]
        let paste: [String]
        let clear: [String]
    }

    enum Way {
        case programs(Programs)
        /// A buffer of tmux, which has a name once there is something in it.
        case tmux
        /// The sequence OSC 52, which the terminal obeys and never answers.
        case terminal
    }

    /// As `--to` has it.
    let name: String
    /// What it is called in a sentence.
    let text: String
    /// Without this variable it is not there.
    let variable: String?
    let ways: [Way]

    static let all = [
        Clipboard(
            name: "wayland", text: "the clipboard of Wayland", variable: "WAYLAND_DISPLAY",
            ways: [
                .programs(
                    Programs(
                        copy: ["wl-copy"], paste: ["wl-paste", "--no-newline"], clear: ["wl-copy", "--clear"])
                )
            ]),
        Clipboard(
            name: "x11", text: "the clipboard of X11", variable: "DISPLAY",
            ways: [.programs(xclip), .programs(xsel)]),
        Clipboard(name: "tmux", text: "a buffer of tmux", variable: "TMUX", ways: [.tmux]),
        Clipboard(name: "terminal", text: "the terminal's clipboard", variable: nil, ways: [.terminal]),
    ]

    /// It has no word for clearing; an empty input does it.
    private static let xclip = Programs(
        copy: ["xclip", "-selection", "clipboard", "-in"],
        paste: ["xclip", "-selection", "clipboard", "-out"],
        clear: ["xclip", "-selection", "clipboard", "-in"])
    private static let xsel = Programs(
        copy: ["xsel", "--clipboard", "--input"], paste: ["xsel", "--clipboard", "--output"],
        clear: ["xsel", "--clipboard", "--clear"])

    /// How long a program may take that copies or pastes.
    static let patience = Duration.seconds(5)
    /// The most bytes that are copied.
    static let limit = 1 << 20

    /// Copies a secret by the first way for which there is a program, and says how it is taken back; nil if there is
    /// none.
    func copy(_ secret: SecretBytes) throws -> CopiedSecret? {
        for way in ways {
            switch way {
            case .programs(let programs):
                guard try ProgramOutput.run(programs.copy, input: MemoryFile(secret), patience: Self.patience)
                else { continue }
                return CopiedSecret(paste: programs.paste, clear: programs.clear)
            case .tmux:
                guard
                    try ProgramOutput.run(
                        ["tmux", "load-buffer", "-"], input: MemoryFile(secret), patience: Self.patience)
                else { continue }
                return try Self.newestBuffer()
            case .terminal:
                guard let terminal = try TerminalClipboard() else { continue }
                try terminal.set(secret)
                return CopiedSecret(terminal: terminal)
            }
        }
        return nil
    }

    /// If somebody copies at the same moment, this is theirs, and will not be taken for ours.
    private static func newestBuffer() throws -> CopiedSecret {
        let list = ["tmux", "list-buffers", "-F", "#{buffer_name}"]
        let names = try ProgramOutput.read(list, limit: limit, patience: patience)
        guard let names, let first = names.lines().first, let name = names.text(first), !name.isEmpty else {
            throw CommandError.failure("tmux does not say in which buffer the secret is")
        }
        return CopiedSecret(
            paste: ["tmux", "save-buffer", "-b", name, "-"], clear: ["tmux", "delete-buffer", "-b", name])
    }
}

/// A secret that was copied, and how to see whether it is still there and to take it away.
struct CopiedSecret {
    var paste: [String] = []
    var clear: [String] = []
    /// The terminal that has it, which does not tell what it has.
    var terminal: TerminalClipboard?

    /// A key, and the secret's digest under it: enough to know the secret again, and not to know it.
    static func proof(of secret: SecretBytes) throws -> SecretBytes {
        let key = try SecretBytes.random(count: keyCount)
        return try .joined([key, try HashFunction.sha256.authenticationCode(of: secret, with: key)])
    }

    /// Takes it away, unless something else is there by now.
    func takeBack(if proof: SecretBytes) throws {
        if let terminal { return try terminal.set(SecretBytes(count: 0) { _ in }) }
        guard
            let present = try ProgramOutput.read(paste, limit: Clipboard.limit, patience: Clipboard.patience),
            proof.count == Self.keyCount + HashFunction.sha256.byteCount
        else { return }
        let digest = try HashFunction.sha256.authenticationCode(
            of: present, with: try proof.part(0..<Self.keyCount))
        guard try digest == proof.part(Self.keyCount..<proof.count) else { return }
        _ = try ProgramOutput.run(clear, input: nil, patience: Clipboard.patience)
    }

    private static let keyCount = 32
}

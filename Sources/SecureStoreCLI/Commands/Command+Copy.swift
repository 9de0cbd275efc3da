import SecureStore

extension Command {
    static let copy = Command(
        name: "copy", summary: "copy a password to the clipboard for a time",
        details: """
            Exactly one item must match, as for get. The clipboard is that of Wayland (through wl-copy), of X11 (through \
            xclip or xsel), a buffer of tmux, or that of the terminal (by the sequence OSC 52), whichever is there first. \
            No program gets the password among its words.

            When the time is over, a program in the background takes the password back if it is still there. A terminal \
            does not tell what it has: its clipboard is emptied in any case. Programs that record what is copied, and \
            whatever pastes it, may have it for longer.
            """,
        options: ItemWords.options + [.reference, .copyTime, .clipboard],
        operands: ItemWords.operands,
        examples: [
            Example("copy mail.example maria", "for 45 seconds"),
            Example("copy mail.example --for 10s --to tmux", "for ten, and to a buffer of tmux"),
        ]
    ) { arguments in
        let target = try PasswordTarget(arguments)
        let time = try arguments.duration(of: .copyTime, upTo: 86_400, "1d") ?? .seconds(45)
        let name = arguments.value(of: .clipboard)
        let clipboards = Clipboard.all.filter { clipboard in
            if let name { return clipboard.name == name }
            return clipboard.variable.map { Terminal.value($0)?.isEmpty == false } ?? true
        }
        let secret = try target.find(in: try StoreAccess(arguments).openToRead()).requiredSecret()
        guard secret.count <= Clipboard.limit else {
            throw CommandError.failure("no more than \(Clipboard.limit) bytes are copied")
        }
        for clipboard in clipboards {
            guard let copied = try clipboard.copy(secret) else { continue }
            do { try TakeBack.start(copied, CopiedSecret.proof(of: secret), after: time) } catch {
                // Without anybody to do it later, it is done now.
                try copied.takeBack(if: CopiedSecret.proof(of: secret))
                throw error
            }
            let end = copied.terminal == nil ? "taken back" : "emptied"
            return Terminal.tell("copied to \(clipboard.text), to be \(end) in \(time.components.seconds) s")
        }
        throw CommandError.failure(
            "there is no clipboard here",
            hint: "wl-copy is for Wayland, xclip or xsel for X11; tmux and most terminals have one")
    }

    /// What ``copy`` leaves behind: it opens no store, and ends when it has taken the secret back.
    static let takeBack = Command(
        name: "take-back", isHidden: true, summary: "empty the clipboard after a time",
        operands: [Operand("SECONDS"), Operand("WORD", isOptional: true, isRepeated: true)],
        endsOptionsAtOperand: true
    ) { arguments in
        let words = Array(arguments.operands.dropFirst())
        guard let seconds = arguments.operand(0).flatMap({ Int($0) }), 1...86_400 ~= seconds else {
            throw arguments.usage("SECONDS is a number from 1 to 86400")
        }
        try Interruption.held { () throws in
            let proof = try SecretInput.standardInput(limit: 64)
            Interruption.next(within: .seconds(seconds))
            try TakeBack.copied(words).takeBack(if: proof)
        }
    }
}

/// How the program in the background is started, and what its words say.
private enum TakeBack {
    /// The descriptor under which it has the terminal.
    private static let terminal: Int32 = 3

    static func start(_ copied: CopiedSecret, _ proof: SecretBytes, after time: Duration) throws {
        let programs = copied.terminal == nil ? copied.paste + ["--"] + copied.clear : []
        let file = try MemoryFile(proof)
        var descriptors = [(number: Int32(0), source: Int32?(file.descriptor)), (1, nil), (2, nil)]
        if let copied = copied.terminal { descriptors.append((terminal, copied.descriptor)) }
        let number = try ChildProgram.start(
            ["securestore", "take-back", "\(time.components.seconds)"] + programs, path: "/proc/self/exe",
            descriptors: descriptors, isApart: true)
        guard number != nil else {
            throw CommandError.failure("nothing can be started that takes the secret back")
        }
    }

    static func copied(_ words: [String]) -> CopiedSecret {
        let parts = words.split(separator: "--", maxSplits: 1)
        guard parts.count == 2 else {
            return CopiedSecret(terminal: TerminalClipboard(handedOn: terminal))
        }
        return CopiedSecret(paste: Array(parts[0]), clear: Array(parts[1]))
    }
}

extension Option {
    fileprivate static let copyTime = Option(
        "for", nil, .required("TIME"), help: "how long: 90s, 15m; 45s if not given")
    fileprivate static let clipboard = Option(
        "to", nil, .required("CLIPBOARD", .oneOf(Clipboard.all.map(\.name))), help: "which clipboard")
}

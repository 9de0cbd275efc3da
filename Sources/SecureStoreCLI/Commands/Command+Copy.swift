import SecureStore

extension Command {
    static let copy = Command(
        name: "copy", summary: "copy a password to the clipboard for a time",
        details: """
            \(ItemWords.order) Exactly one item must match.

            The clipboard is that of Wayland (through wl-copy), of X11 (through xclip or xsel), a buffer of tmux, or that \
            of the terminal (by the sequence OSC 52), whichever is there first. No program gets the password among its \
            words.

            When the time is over, a program in the background takes the password back if it is still there. A terminal \
            does not tell what it has: its clipboard is emptied in any case. Programs that record what is copied, and \
            whatever pastes it, may have it for longer.
            """,
        options: ItemWords.options + [.reference, .part, .copyTime, .clipboard],
        operands: ItemWords.operands,
        examples: [
            Example("copy mail.example maria", "for 45 seconds"),
            Example("copy mail.example --for 10s --to tmux", "for ten, and to a buffer of tmux"),
        ]
    ) { arguments in
        let words = try ItemWords(arguments)
        let time = try arguments.duration(of: .copyTime, upToDays: 1) ?? .seconds(45)
        let name = arguments.value(of: .clipboard)
        let clipboards = Clipboard.all.filter { clipboard in
            if let name { return clipboard.name == name }
            return clipboard.variable.map(Terminal.isSet) ?? true
        }
        let secret = try StoreAccess(arguments).openToRead().reading { items in try words.secret(in: items) }
        try require(
            secret.count <= Clipboard.limit, "no more than \(Clipboard.limit) bytes are copied",
            hint: "securestore get writes it to a file")
        for clipboard in clipboards {
            guard let number = clipboard.way() else { continue }
            let way = clipboard.ways[number]
            if case .terminal = way { try TerminalClipboard.check(secret) }
            let proof = try CopyProof(of: secret)
            // First, so that it does its work even if this process is ended halfway.
            let keeper = try startTakingBack(number, of: clipboard, proof, after: time)
            do { try way.copy(secret) } catch {
                // It may be there all the same. If it cannot be taken back now, the keeper does it in time.
                if (try? way.takeBack(if: proof)) != nil { ChildProgram.end(keeper) }
                throw error
            }
            var end = "taken back"
            if case .terminal = way { end = "emptied" }
            return Terminal.tell("copied to \(clipboard.text), to be \(end) in \(time.components.seconds) s")
        }
        throw CommandError.failure(
            "there is no clipboard here",
            hint: "wl-copy is for Wayland, xclip or xsel for X11; tmux and most terminals have one")
    }

    /// The program that ``copy`` leaves behind: it opens no store, and ends when it has taken the secret
    /// back.
    static let takeBack = Command(
        name: "take-back", isHidden: true, summary: "empty the clipboard after a time",
        operands: [Operand("SECONDS"), Operand("CLIPBOARD"), Operand("NUMBER")]
    ) { arguments in
        guard let seconds = arguments.operand(0).flatMap({ Int($0) }), 1...86_400 ~= seconds,
            let clipboard = Clipboard.all.first(where: { $0.name == arguments.operand(1) }),
            let number = arguments.operand(2).flatMap({ Int($0) }), clipboard.ways.indices ~= number
        else {
            throw arguments.usage("take-back is for copy alone")
        }
        try Interruption.held { () throws in
            let proof = CopyProof(try SecretInput.standardInput(limit: CopyProof.byteCount))
            Interruption.next(within: .seconds(seconds))
            guard let proof else { return }
            try clipboard.ways[number].takeBack(
                if: proof, terminal: TerminalClipboard(handedOn: terminalDescriptor))
        }
    }

    /// The descriptor under which it has the terminal, if that is the clipboard.
    private static let terminalDescriptor: Int32 = 3

    /// Starts the program in the background.
    private static func startTakingBack(
        _ number: Int, of clipboard: Clipboard, _ proof: CopyProof, after time: Duration
    ) throws -> Int32 {
        let file = try MemoryFile(proof.bytes)
        var descriptors = [(number: Int32(0), source: Int32?(file.descriptor)), (1, nil), (2, nil)]
        if case .terminal = clipboard.ways[number] {
            descriptors.append((terminalDescriptor, try TerminalClipboard().descriptor))
        }
        let words = ["\(time.components.seconds)", clipboard.name, "\(number)"]
        let process = try ChildProgram.start(
            ["securestore", "take-back"] + words, path: "/proc/self/exe", descriptors: descriptors,
            isApart: true)
        return try require(process, "nothing can be started that takes the secret back")
    }
}

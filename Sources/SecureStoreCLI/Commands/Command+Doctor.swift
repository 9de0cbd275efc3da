extension Command {
    static let doctor = Command(
        name: "doctor", summary: "look for the usual troubles, and say what mends them",
        details: """
            Looks at the store's file, its directory, its volume and the device key, at who can write to them, at the \
            clock, at the source of the passphrase, at the kernel's keyring and at the date of the last backup, as far as \
            this command made it. Changes nothing and asks nothing. A source of the passphrase that is set up is tried out.

            A problem keeps something from working or from being safe, and ends the command with 1. Advice does not.
            """,
        options: [.json],
        examples: [
            Example("doctor", "what is wrong, and the command that mends it"),
            Example("doctor --json", "for programs"),
        ]
    ) { arguments in
        let findings = Checkup.findings(arguments)
        if arguments.has(.json) {
            try Output.print(JSON.array(findings.map(\.json)).text)
        } else {
            for finding in findings { try Output.print(finding.lines) }
            if findings.isEmpty { try Output.print("nothing is wrong") }
        }
        let count = findings.filter { $0.weight == .problem }.count
        guard count == 0 else {
            throw CommandError.failure(count == 1 ? "there is a problem" : "there are \(count) problems")
        }
    }
}

extension Finding {
    fileprivate var lines: String {
        let head = Terminal.paintOutput("\(weight.rawValue):", weight == .problem ? .red : .bold)
        let hintHead = Terminal.paintOutput("hint:", .bold)
        return "\(head) \(Terminal.harmless(text))\n  \(hintHead) \(Terminal.harmless(hint))"
    }
}

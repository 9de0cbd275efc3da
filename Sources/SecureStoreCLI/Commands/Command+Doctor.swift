extension Command {
    static let doctor = Command(
        name: "doctor", summary: "look for the usual troubles, and say what mends them",
        details: """
            Looks at the store's file, its directory, its volume and the device key, at who can write to them, at the \
            clock, at the source of the passphrase, at the kernel's keyring, at a rotation that has not ended and at the \
            date of the last backup, as far as this command made it. Changes nothing and asks nothing. A source of the passphrase that is set up is tried out. \
            All items are verified, as verify does it, unless the store is locked, which is said.

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
            let hintHead = Terminal.paint("hint:", .bold, if: Terminal.showsOutput)
            for finding in findings {
                let style = finding.weight == .problem ? Terminal.Style.red : .bold
                let head = Terminal.paint("\(finding.weight.rawValue):", style, if: Terminal.showsOutput)
                try Output.print("\(head) \(Terminal.harmless(finding.text))")
                try Output.print("  \(hintHead) \(Terminal.harmless(finding.hint))")
            }
            if findings.isEmpty { try Output.print("nothing is wrong") }
        }
        let count = findings.filter { $0.weight == .problem }.count
        try require(count == 0, count == 1 ? "there is a problem" : "there are \(count) problems")
    }
}

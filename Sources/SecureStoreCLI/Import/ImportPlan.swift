import SecureStore

/// What becomes of entries whose item is there with another secret.
struct ImportPlan {
    enum Choice { case keep, replace, both }

    /// Whether the entry wins, where nobody chose.
    var replaces = false
    /// What somebody chose, by the position of the entry.
    var choices: [Int: Choice] = [:]

    /// Asks for each conflict that a trial finds: while somebody thinks, no other program has to wait.
    static func asked(_ list: any ImportReader, of total: Int, in store: ItemStore) throws -> ImportPlan {
        var conflicts: [(position: Int, name: String)] = []
        _ = try ImportCount.store(list, of: total, in: store, ImportPlan(), isTrial: true) {
            position, outcome in
            if outcome.isOtherSecret { conflicts.append((position, Terminal.harmless(outcome.name))) }
        }
        var plan = ImportPlan()
        for (number, conflict) in conflicts.enumerated() {
            let place = conflicts.count > 1 ? " (\(number + 1) of \(conflicts.count))" : ""
            let (choice, isForAll) = try ask(
                "\(conflict.name) is there with another secret\(place)", conflicts.map(\.name))
            guard isForAll else {
                plan.choices[conflict.position] = choice
                continue
            }
            for conflict in conflicts[number...] { plan.choices[conflict.position] = choice }
            break
        }
        return plan
    }

    private static let question = "(k)eep it, (r)eplace it, have (b)oth; (K), (R), (B) for all; (q)uit: "

    private static func ask(_ title: String, _ names: [String]) throws -> (Choice, isForAll: Bool) {
        while true {
            guard let answer = try Prompt.line("\(title)\n\(question)") else {
                let shown = names.prefix(5) + (names.count > 5 ? ["..."] : [])
                throw CommandError(
                    exitCode: ExitCode(.interactionNotAllowed),
                    message: "these are there with other secrets: \(shown.joined(separator: ", "))",
                    hint: "there is no terminal to ask at; --policy keep or replace decides")
            }
            switch answer {
            case "k": return (.keep, false)
            case "r": return (.replace, false)
            case "b": return (.both, false)
            case "K": return (.keep, true)
            case "R": return (.replace, true)
            case "B": return (.both, true)
            case "q", "": throw CommandError.failure("nothing was stored")
            default: continue
            }
        }
    }
}

extension PasswordItem {
    /// The item under an account that is free, as in `maria 2`; the number is where to begin, and the one that is taken.
    func withFreeAccount(
        from number: inout Int, in changes: borrowing Transaction
    ) throws(StoreError) -> Self {
        while true {
            var attributes = attributes
            try attributes.set(.account, to: .string(account.isEmpty ? "\(number)" : "\(account) \(number)"))
            let item = try Self(attributes: attributes)
            if try !changes.contains(item) { return item }
            number += 1
        }
    }
}

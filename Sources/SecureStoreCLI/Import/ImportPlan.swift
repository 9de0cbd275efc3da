import SecureStore

/// The decision about entries whose item is there with another password or other parts.
struct ImportPlan {
    /// A decision, by the letter that a person types for it.
    enum Choice: String {
        case keep = "k"
        case replace = "r"
        case both = "b"

        var text: String {
            switch self {
            case .keep: "(k)eep it"
            case .replace: "(r)eplace it"
            case .both: "have (b)oth"
            }
        }
    }

    var policy = Choice.keep
    /// The decisions of a person, by the place of the entry.
    var choices: [Int: Choice] = [:]
    /// The only items that may be replaced, with the generations that they had when a person was asked; nil
    /// if nobody was.
    var agreed: [ItemReference: Int]?

    /// Asks for each conflict that a trial finds: while somebody thinks, no other program has to wait.
    static func asked(_ list: any ImportReader, of total: Int, in store: ItemStore) throws -> ImportPlan {
        var conflicts: [(position: Int, name: String)] = []
        let trial = try ImportCount.store(list, of: total, in: store, ImportPlan(), isTrial: true) {
            position, outcome in
            if outcome.isOther { conflicts.append((position, outcome.name)) }
        }
        let choices = try choices(for: conflicts.map(\.name), [.keep, .replace, .both])
        return ImportPlan(
            choices: Dictionary(uniqueKeysWithValues: zip(conflicts.map(\.position), choices)),
            agreed: trial.differing)
    }

    /// Replaces what a trial finds, and asks how many that may be.
    static func replacing(
        _ list: any ImportReader, of total: Int, in store: ItemStore, _ arguments: Arguments
    ) throws -> ImportPlan {
        guard arguments.mayAsk else { return ImportPlan(policy: .replace) }
        let trial = try ImportCount.store(list, of: total, in: store, ImportPlan(), isTrial: true)
        let count = trial.differing.count
        if count > 0 { try arguments.confirm("replace \(Count.items(count))?") }
        return ImportPlan(policy: .replace, agreed: trial.differing)
    }

    /// Asks for each of these names what becomes of it.
    static func choices(for names: [String], _ offered: [Choice]) throws -> [Choice] {
        let names = names.map { Terminal.harmless($0) }
        var choices: [Choice] = []
        while choices.count < names.count {
            let place = names.count > 1 ? " (\(choices.count + 1) of \(names.count))" : ""
            let title = "\(names[choices.count]) is there with other content\(place)"
            guard let (choice, isForAll) = try ask(title, offered) else {
                let shown = names.prefix(5) + (names.count > 5 ? ["..."] : [])
                throw CommandError(
                    .interactionNotAllowed,
                    "these are there with other content: \(shown.joined(separator: ", "))",
                    hint: "there is no terminal to ask at; another --policy decides")
            }
            choices += Array(repeating: choice, count: isForAll ? names.count - choices.count : 1)
        }
        return choices
    }

    private static func ask(
        _ title: String, _ offered: [Choice]
    ) throws -> (Choice, isForAll: Bool)? {
        let all = offered.map { "(\($0.rawValue.uppercased()))" }.joined(separator: ", ")
        let question = "\(offered.map(\.text).joined(separator: ", ")); \(all) for all; (q)uit: "
        while let answer = try Prompt.line("\(title)\n\(question)") {
            if ["q", ""].contains(answer) { throw CommandError.failure("nothing was stored") }
            if let choice = offered.first(where: { $0.rawValue == answer.lowercased() }) {
                return (choice, answer != choice.rawValue)
            }
        }
        return nil
    }
}

extension PasswordItem {
    /// The item under another account, as in `maria 2`.
    func numbered(_ number: Int) throws(StoreError) -> Self {
        var attributes = attributes
        try attributes.set(.account, to: .string(account.isEmpty ? "\(number)" : "\(account) \(number)"))
        return try Self(attributes: attributes)
    }
}

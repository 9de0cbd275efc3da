import SecureStore

/// The decision about entries whose item is there with another secret.
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

    var replaces = false
    var choices: [Int: Choice] = [:]

    /// Asks for each conflict that a trial finds: while somebody thinks, no other program has to wait.
    static func asked(_ list: any ImportReader, of total: Int, in store: ItemStore) throws -> ImportPlan {
        var conflicts: [(position: Int, name: String)] = []
        _ = try ImportCount.store(list, of: total, in: store, ImportPlan(), isTrial: true) {
            position, outcome in
            if outcome.isOtherSecret { conflicts.append((position, outcome.name)) }
        }
        let choices = try choices(
            for: conflicts.map(\.name), differing: "another secret", [.keep, .replace, .both])
        return ImportPlan(choices: Dictionary(uniqueKeysWithValues: zip(conflicts.map(\.position), choices)))
    }

    /// Asks for each of these names what becomes of it; `what` is said to differ.
    static func choices(
        for names: [String], differing what: String, _ offered: [Choice]
    ) throws -> [Choice] {
        let names = names.map { Terminal.harmless($0) }
        var choices: [Choice] = []
        while choices.count < names.count {
            let place = names.count > 1 ? " (\(choices.count + 1) of \(names.count))" : ""
            let title = "\(names[choices.count]) is there with \(what)\(place)"
            guard let (choice, isForAll) = try ask(title, offered) else {
                let shown = names.prefix(5) + (names.count > 5 ? ["..."] : [])
                throw CommandError(
                    .interactionNotAllowed, "these are there with \(what): \(shown.joined(separator: ", "))",
                    hint: "there is no terminal to ask at; --policy keep or replace decides")
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
    /// The item under an account that is free, as in `maria 2`; the number is where to begin, and the one
    /// that is taken.
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

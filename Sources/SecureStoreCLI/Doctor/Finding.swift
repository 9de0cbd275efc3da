import SecureStore

/// Something about a store that a person should know, and what helps.
struct Finding: Equatable {
    /// A problem keeps something from working, or from being safe; advice is worth following.
    enum Weight: String { case problem, advice }

    let weight: Weight
    /// A word for programs, which stays as it is.
    let code: String
    let text: String
    /// A command, or what else helps; as the hints of errors are written.
    let hint: String

    var json: JSON {
        .object([
            ("kind", .string(weight.rawValue)), ("code", .string(code)), ("text", .string(text)),
            ("hint", .string(hint)),
        ])
    }
}

extension [Finding] {
    static func problem(_ code: String, _ text: String, hint: String) -> [Finding] {
        [Finding(weight: .problem, code: code, text: text, hint: Terminal.hinted(hint))]
    }

    static func advice(_ code: String, _ text: String, hint: String) -> [Finding] {
        [Finding(weight: .advice, code: code, text: text, hint: Terminal.hinted(hint))]
    }

    static func problem(_ code: String, _ error: any Error) -> [Finding] {
        let told = CommandError(any: error)
        return .problem(
            code, (error as? StoreError)?.reason ?? told.message,
            hint: told.hint ?? "put that right, and run doctor again")
    }
}

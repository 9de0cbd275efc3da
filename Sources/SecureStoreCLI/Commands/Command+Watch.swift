import SecureStore

extension Command {
    static let watch = Command(
        name: "watch", summary: "say what this and other programs do to the items, until it is stopped",
        details: """
            Prints a line for each change, as soon as it is made: added, updated or deleted, the class of \
            the item, and its reference, by which get --reference shows it. The line readAgain says that \
            more has changed than the other lines tell; it comes first if something changed while the \
            command began. Nothing runs while nothing happens.

            It ends with an error when the store is locked, when its file is moved, deleted or replaced, and when another \
            store is restored there. What a restore of an earlier state changes is printed as any other change.
            """,
        options: [.json],
        examples: [
            Example("watch", "one line for each change"),
            Example("watch --json | jq .reference", "an object on each line, for programs"),
        ]
    ) { arguments in
        let changes = try StoreAccess(arguments).openToRead().changes()
        let isJSON = arguments.has(.json)
        try BlockingTask.run {
            for try await change in changes { try Output.print(isJSON ? change.json.text : change.line) }
        }
    }
}

extension ItemChange {
    private var words: [(name: String, value: String)] {
        if kind == .readAgain { return [("change", kind.description)] }
        return [
            ("change", kind.description), ("class", reference.itemClass.optionName),
            ("reference", reference.text),
        ]
    }

    fileprivate var line: String { words.map(\.value).joined(separator: " ") }
    fileprivate var json: JSON { .object(words.map { ($0.name, .string($0.value)) }) }
}

extension Command {
    static let tour = Command(
        name: "tour", summary: "a short guided run in a temporary directory, removed at the end",
        examples: [Example("tour", "touches nothing of yours")]
    ) { _ in
        try Tour.run()
    }
}

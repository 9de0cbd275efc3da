import SecureStore

extension Dialect {
    /// The helper that `"credsStore": "securestore"` names in docker's configuration.
    static let docker: Dialect = Dialect(name: "docker-credential-securestore") { words in
        let table = CommandTable.docker
        // Docker reads errors from standard output, and tells some of them by their words.
        do {
            let isPlain = !words.contains { $0.hasPrefix("-") }
            guard let first = words.first, words.count == 1 || !isPlain || first == Command.help.name else {
                throw CommandError.failure("Usage: \(table.program) <store|get|erase|list|version>")
            }
            guard first.hasPrefix("-") || table.command(named: first) != nil else {
                throw CommandError.failure("\(table.program): unknown action: \(first)")
            }
            try table.runWhereItCan(words)
            return .success
        } catch {
            let error = CommandError(any: error)
            try Output.print(Terminal.harmless(error.message))
            if let hint = error.hint { Terminal.hint(hint) }
            return .failure
        }
    }
}

extension CommandTable {
    static let docker = CommandTable(
        program: Dialect.docker.name, summary: "docker's logins, kept in the store",
        globalOptions: [.store, .help],
        commands: [.dockerStore, .dockerGet, .dockerErase, .dockerList, .dockerVersion, .help],
        setup: [
            ("securestore install --prefix ~/.local --names docker", "this name, where docker finds it"),
            ("\"credsStore\": \"securestore\"", "in docker's file ~/.docker/config.json, between its braces"),
        ],
        usageCode: .failure,
        ownExitCodes: [(.success, "done"), (.failure, "failed; the reason is on standard output")])
}

extension Command {
    static let dockerStore = Command(
        name: "store", summary: "keep a login, in place of what was there for the registry",
        details: """
            Reads {"ServerURL": ..., "Username": ..., "Secret": ...}. The login is a generic password, whose service \
            is the address of the registry. A login of that address and user that docker did not make stays, and this \
            one is refused.
            """,
        examples: [
            Example("store", "as docker calls it, with \"credsStore\": \"securestore\" in its config.json")
        ], changes: true
    ) { arguments in
        let request = try DockerLogin(DockerLogin.input())
        try DockerLogin.keep(request, in: try StoreAccess(arguments).openOrCreate())
    }

    static let dockerGet = Command(
        name: "get", summary: "print the login for a registry",
        details:
            "Reads the address of the registry. Errors go to standard output, where docker looks for them.",
        examples: [Example("get", "as docker calls it before it pulls or pushes")]
    ) { arguments in
        let server = try DockerLogin.server(DockerLogin.input())
        let login = try DockerLogin.find(server, in: try StoreAccess(arguments).openOrEmpty())
        try Output.print(try login.json())
    }

    static let dockerErase = Command(
        name: "erase", summary: "delete the login for a registry",
        details: "Reads the address of the registry.",
        examples: [Example("erase", "as docker logout calls it")], changes: true
    ) { arguments in
        let server = try DockerLogin.server(DockerLogin.input())
        try StoreAccess(arguments).openOrEmpty().deleteIfPresent(
            DockerLogin.query.where(.service, equals: server))
    }

    static let dockerList = Command(
        name: "list", summary: "print the registries and the names of the users; no secret is opened",
        examples: [Example("list", "one object, of addresses and users")]
    ) { arguments in
        try Output.print(try DockerLogin.list(in: try StoreAccess(arguments).openOrEmpty()))
    }

    static let dockerVersion = Command(
        name: "version", aliases: ["--version", "-v"], summary: "show the version",
        examples: [Example("version", "the program's name and the number")]
    ) { arguments in
        try Output.print("\(arguments.table.program) (securestore) \(SecureStoreVersion.current)")
    }
}

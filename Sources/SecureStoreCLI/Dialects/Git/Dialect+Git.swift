import SecureStore

extension Dialect {
    /// The helper that `git config credential.helper securestore` names.
    static let git: Dialect = Dialect(name: "git-credential-securestore") { words in
        // An operation of a later git is passed over, as its protocol asks.
        if let word = words.last, !word.hasPrefix("-"),
            !words.contains(where: { CommandTable.git.command(named: $0) != nil })
        {
            return .success
        }
        do {
            try CommandTable.git.runWhereItCan(words)
            return .success
        } catch {
            let error = CommandError(any: error)
            Terminal.report(error, from: CommandTable.git.program)
            return error.exitCode == .usage ? CommandTable.git.usageCode : .gitFailure
        }
    }
}

extension ExitCode {
    /// The exit code of git's own commands for a failure; a store's status would say nothing to git.
    fileprivate static let gitFailure = ExitCode(rawValue: 128)
    fileprivate static let gitUsage = ExitCode(rawValue: 129)
}

extension CommandTable {
    static let git = CommandTable(
        program: Dialect.git.name, summary: "git's passwords, kept in the store",
        globalOptions: [.store, .timeout, .help],
        commands: [.gitGet, .gitStore, .gitErase, .gitCapability, .help, .version],
        setup: [
            ("securestore install --prefix ~/.local --names git", "this name, where git finds it"),
            ("git config --global credential.helper securestore", "git asks it from now on"),
            (
                "securestore import passwords.json --for-git",
                "git's logins that another password manager has"
            ),
        ],
        usageCode: .gitUsage,
        ownExitCodes: [
            (.success, "done, also when nothing matches"), (.gitFailure, "failed"),
            (.gitUsage, "command line not understood"),
        ])
}

extension Option {
    static let timeout = Option(
        "timeout", nil, "SECONDS",
        help: "do not answer with what was stored this many seconds ago, or earlier")
}

extension Command {
    static let gitGet = Command(
        name: "get", summary: "answer git's question for a password",
        details: """
            Reads git's lines of key=value and looks for an internet password of that protocol, host and, where they \
            are given, path and user. Of several, the one that was stored last is the answer; of one whose time is \
            over, the refresh token at most. Logins of web pages that were imported count only if they were imported \
            with --for-git. Where nothing matches, nothing is printed.
            """,
        examples: [
            Example("get", "as git calls it, after: git config --global credential.helper securestore"),
            Example("--timeout 3600 get", "nothing that was stored more than an hour ago"),
        ]
    ) { arguments in
        let message = try GitMessage.read()
        let credentials = try GitCredentials(arguments) { try $0.openOrEmpty() }
        if let answer = try credentials.answer(to: message) { try Output.write(answer) }
    }

    static let gitStore = Command(
        name: "store", summary: "keep what git says has worked, in place of what was there",
        details: """
            Makes an internet password, whose secret is the password. An expiry and a refresh token, where git has \
            them, stand on lines of their own behind it. A password that it replaces is kept: see securestore history. \
            One with an expiry or a refresh token is not.
            """,
        examples: [Example("store", "as git calls it after a password has worked")], changes: true
    ) { arguments in
        let credentials = try GitCredentials(arguments) { try $0.openOrCreate(History.options()) }
        try credentials.keep(try GitMessage.read())
    }

    static let gitErase = Command(
        name: "erase", summary: "delete what git says has not worked",
        details: """
            Only what matches in all that is said, the password included. Git calls it whenever a server refuses a \
            password, so what it deletes is kept: securestore deleted shows it, undelete brings it back, and \
            delete --expired removes what was deleted long ago.
            """,
        examples: [Example("erase", "as git calls it after a password has failed")], changes: true
    ) { arguments in
        let credentials = try GitCredentials(arguments) { access in
            do { return try access.open(DeletedLogins.options()) } catch let error as StoreError
                where [.noSuchKeychain, .wrPerm].contains(error.status)
            {
                return try access.openOrEmpty()
            }
        }
        try credentials.erase(try GitMessage.read())
    }

    static let gitCapability = Command(
        name: "capability", summary: "say which parts of git's protocol are known",
        examples: [Example("capability", "as git calls it")]
    ) { _ in
        try Output.write("version 0\ncapability authtype\n")
    }
}

extension GitMessage {
    fileprivate static func read() throws -> GitMessage {
        try GitMessage(SecretInput.read(SecretInput.descriptor, named: "standard input", limit: limit))
    }
}

extension GitCredentials {
    fileprivate init(_ arguments: Arguments, _ open: (StoreAccess) throws -> ItemStore) throws {
        let timeout = try arguments.number(of: .timeout, in: 0...Int(Int32.max))
        var access = try StoreAccess(arguments)
        // The words by which git takes a variable for false.
        let prompts = "GIT_TERMINAL_PROMPT"
        if let word = Terminal.value(prompts), ["", "0", "false", "no", "off"].contains(word.lowercased()) {
            access.silence = "\(prompts) says to ask nobody"
        }
        try self.init(store: open(access), timeout: timeout.map(Double.init))
    }
}

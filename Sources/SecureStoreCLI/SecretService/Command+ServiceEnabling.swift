import SecureStore

extension Option {
    static let takeOver = Option(
        "take-over", help: "end gnome-keyring or KWallet, and keep gnome-keyring from starting again")
}

extension Command {
    static let serviceEnable = Command(
        name: "enable", summary: "have the service started when a program asks for it",
        details: """
            Writes a file for the bus into ~/.local/share/dbus-1/services and a unit into ~/.config/systemd/user, and prints \
            their paths. A file that enable has not made stays as it is, and the command fails. Whoever has the name now \
            keeps it until it ends, unless --take-over is there; what is in gnome-keyring stays there, for import \
            --from-secret-service, which has to come first.
            """,
        options: [.takeOver],
        examples: [
            Example("enable", "on a server, once"),
            Example("enable --take-over", "on a desktop, in place of gnome-keyring or KWallet"),
        ]
    ) { arguments in
        let program = try program(arguments)
        var files = try ServiceFiles.own(FileFacts.resolved("/proc/self/exe"))
        if arguments.has(.takeOver) { files += try ServiceFiles.takingOver() }
        for file in files { try file.requireFree() }
        for name in ["SECURESTORE_PATH", "SECURESTORE_DEVICE_KEY_FILE"] where Terminal.value(name) != nil {
            Terminal.tell("the service does not get \(name), and answers from the usual store")
            Terminal.hint("systemctl --user edit \(ServiceFiles.unit) can set it, in a line Environment=")
        }
        for file in files {
            try file.write()
            try Output.print(Terminal.harmless(file.path))
        }
        try reload(program)
        guard SessionBus.isThere, let owner = try program.owner(), !owner.isOurs else { return }
        guard arguments.has(.takeOver) else {
            Terminal.tell("\(owner.text) has the name until it ends")
            return Terminal.hint("securestore secret-service enable --take-over ends it")
        }
        guard owner.isGnomeKeyring || owner.isKWallet else {
            throw CommandError.failure("\(owner.text) has the name, and is neither gnome-keyring nor KWallet")
        }
        if owner.isGnomeKeyring { try stop(ServiceFiles.gnomeKeyringUnits) }
        if try program.owner()?.process == owner.process { ChildProgram.end(owner.process) }
        let end = ContinuousClock.now + .seconds(5)
        while try program.owner()?.process == owner.process {
            try require(ContinuousClock.now < end, "\(owner.text) was told to end, and still has the name")
            OwnThread.sleep(for: .milliseconds(50))
        }
        Terminal.tell("ended \(owner.text)")
        guard owner.isKWallet else { return }
        Terminal.hint(
            "kwriteconfig6 --file kwalletrc --group org.freedesktop.secrets --key apiEnabled false keeps it "
                + "from taking the name again")
    }

    static let serviceDisable = Command(
        name: "disable", summary: "remove what enable has made",
        details: """
            Prints the paths of the files that it has removed. The store stays. Whatever has answered before does so again \
            from the next login on.
            """,
        examples: [Example("disable", "the files of enable alone")]
    ) { arguments in
        let files = try (ServiceFiles.own("/") + ServiceFiles.takingOver()).filter { try $0.isThere }
        try require(!files.isEmpty, "it is not enabled")
        try stop([ServiceFiles.unit])
        for file in files {
            try file.remove()
            try Output.print(Terminal.harmless(file.path))
        }
        try reload(try program(arguments))
    }

    static let serviceStatus = Command(
        name: "status", summary: "show who answers programs that ask for secrets",
        examples: [Example("status", "who has the name, and whether enable was called")]
    ) { arguments in
        let isEnabled = try ServiceFiles.own("/").contains { try $0.isThere }
        let isAlone = try ServiceFiles.takingOver().contains { try $0.isThere }
        try Output.print(
            "enabled: \(isEnabled ? "yes" : "no")\(isAlone ? ", in place of gnome-keyring" : "")")
        guard SessionBus.isThere else {
            try Output.print("answering: nobody, as there is no session bus")
            return Terminal.hint("securestore with-keyring runs a program with one")
        }
        let owner = try program(arguments).owner()
        try Output.print("answering: \(owner?.text ?? "nobody")")
        guard let owner, !owner.isOurs else { return }
        Terminal.hint("securestore import --from-secret-service takes in what it has")
    }

    /// Has the user's manager and the bus read their files again, where there are such.
    private static func reload(_ program: any SecretServiceProgram.Type) throws {
        try manage(["daemon-reload"])
        if SessionBus.isThere { try program.reloadBus() }
    }

    /// Ends units; one that the manager does not know needs no end.
    private static func stop(_ units: [String]) throws {
        do { try manage(["stop"] + units) } catch let error as CommandError {
            Terminal.tell(Terminal.harmless(error.message))
        }
    }

    private static func manage(_ words: [String]) throws {
        guard let folder = Terminal.value("XDG_RUNTIME_DIR"), FileFacts(folder + "/systemd/private") != nil
        else { return }
        let manager = ["systemctl", "--user", "--quiet"]
        _ = try ProgramOutput.run(manager + words, input: nil, patience: .seconds(30))
    }
}

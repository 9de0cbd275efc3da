import FoundationEssentials
import SecureStore

/// The files by which the bus and the user's manager start the service when a program asks for it.
struct ServiceFiles {
    let path: String
    private let contents: String

    /// The first line of each of them: what does not begin so is somebody else's, and stays.
    private static let mark = "# Made by securestore secret-service enable, and removed by disable.\n"
    /// The second line, where the folder was made for the file.
    private static let folderMark = "# The folder was made for it.\n"
    static let unit = "securestore-secret-service.service"

    private init(_ path: String, _ contents: String) { (self.path, self.contents) = (path, contents) }

    /// The file by which the bus finds the program, and the unit that starts it where there is a manager.
    static func own(_ program: String) throws(CommandError) -> [ServiceFiles] {
        try require(
            program.utf8.allSatisfy(Set.inWords.union("/.+-@".utf8).contains),
            "the path \(Terminal.quoted(program)) has characters that are special in such files",
            hint: "the program has to lie at another place")
        return [
            ServiceFiles(
                try folder("XDG_DATA_HOME", "/.local/share")
                    + "/dbus-1/services/org.freedesktop.secrets.service", bus(program)),
            ServiceFiles(try configuration + "/systemd/user/\(unit)", unit(program)),
        ]
    }

    /// The files that keep gnome-keyring from taking the name at the next login.
    static func takingOver() throws(CommandError) -> [ServiceFiles] {
        let folder = try configuration
        // Units that are skipped, and not masked: a link for a mask has no first line that tells whose it is.
        return gnomeKeyringUnits.map {
            ServiceFiles(
                "\(folder)/systemd/user/\($0).d/securestore.conf", "[Unit]\nConditionPathExists=!/\n")
        } + [
            ServiceFiles(
                "\(folder)/autostart/gnome-keyring-secrets.desktop",
                "[Desktop Entry]\nType=Application\nName=Secret Storage Service\nHidden=true\n")
        ]
    }

    static let gnomeKeyringUnits = ["gnome-keyring-daemon.service", "gnome-keyring-daemon.socket"]

    private static var configuration: String {
        get throws(CommandError) { try folder("XDG_CONFIG_HOME", "/.config") }
    }

    private static func folder(_ variable: String, _ usual: String) throws(CommandError) -> String {
        if let path = Terminal.value(variable), path.hasPrefix("/") { return path }
        guard let home = Terminal.value("HOME"), home.hasPrefix("/") else {
            throw .failure("HOME does not say where the files belong")
        }
        return home + usual
    }

    // MARK: - On the disk

    /// True where it lies as some version of this program has made it.
    var isThere: Bool { get throws(CommandError) { try text?.hasPrefix(Self.mark) == true } }

    /// The text of the file; nil where there is none, or something else.
    private var text: String? {
        get throws(CommandError) {
            guard try FileFacts.at(path)?.kind == .file else { return nil }
            let bytes = try require(FileManager.default.contents(atPath: path), "\(path) cannot be read")
            return String(data: bytes, encoding: .utf8)
        }
    }

    /// Refuses a place at which something else lies.
    func requireFree() throws(CommandError) {
        if try FileFacts.at(path) == nil { return }
        try require(isThere, "\(path) is not from here, and stays")
    }

    func write() throws {
        let madeFolder = try isAddition && (FileFacts(folder) == nil || hasOwnFolder)
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch { throw CommandError.failure("\(folder) cannot be made") }
        let bytes = try SecretBytes(utf8: Self.mark + (madeFolder ? Self.folderMark : "") + contents)
        // One that has appeared since somebody looked is not from here.
        if try isThere { try OutputFile.put(bytes, at: path) } else { try OutputFile.create(path, bytes) }
    }

    func remove() throws {
        let hasOwnFolder = try hasOwnFolder
        try require(OutputFile.remove(path), "\(path) cannot be removed")
        // Others may have put files there, or a link in its place.
        if hasOwnFolder, FileFacts(folder)?.kind == .directory { OutputFile.remove(folder) }
    }

    /// True for an addition to a unit, which lies in a folder for such.
    private var isAddition: Bool { folder.hasSuffix(".d") }

    private var hasOwnFolder: Bool {
        get throws(CommandError) {
            guard isAddition else { return false }
            return try text?.hasPrefix(Self.mark + Self.folderMark) == true
        }
    }

    private var folder: String {
        String(path[..<(path.unicodeScalars.lastIndex(of: "/") ?? path.startIndex)])
    }

    // MARK: - Their texts

    private static func bus(_ program: String) -> String {
        """
        [D-BUS Service]
        Name=org.freedesktop.secrets
        Exec=\(program) run --idle 5m
        SystemdService=\(unit)

        """
    }

    private static func unit(_ program: String) -> String {
        """
        [Unit]
        Description=Secret Service over the store of SecureStore
        Documentation=man:securestore(1)

        [Service]
        Type=dbus
        BusName=org.freedesktop.secrets
        ExecStart=\(program) run --idle 5m
        Restart=on-failure
        # Another program has the name: another start does not mend that.
        RestartPreventExitStatus=1

        # No namespaces, and so no PrivateTmp=: within one, the kernel has other keyrings for the user, and securestore
        # unlock would not reach the service. It writes no temporary files.
        NoNewPrivileges=yes
        RestrictAddressFamilies=AF_UNIX
        RestrictNamespaces=yes
        RestrictRealtime=yes
        RestrictSUIDSGID=yes
        LockPersonality=yes
        MemoryDenyWriteExecute=yes
        SystemCallArchitectures=native
        SystemCallFilter=@system-service
        SystemCallErrorNumber=EPERM
        UMask=0077

        # Secrets stay out of swap, as far as the user may lock memory, and out of core dumps.
        LimitMEMLOCK=64M
        LimitCORE=0

        """
    }
}

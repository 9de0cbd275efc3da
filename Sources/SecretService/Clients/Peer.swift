package import SecureStoreCLI

/// The program behind a connection to the bus, as the kernel describes it.
///
/// A program of the same user can make itself look like another one: this tells programs apart that do not
/// lie, and keeps none out that does.
struct Peer: Equatable {
    var process: Int32 = 0
    /// The path of its program; nil if the kernel does not show it.
    var executable: String?
    /// Its control group, a path from the root of all.
    var cgroup = "/"
    var flatpak: String?
    /// True if it sees other files than the bus does, or has another user's numbers, as in a container.
    var isApart = false

    /// The views of the file system and of users that a process has.
    struct View: Equatable {
        let mounts, users: String

        init?(_ folder: ProcessFolder) {
            guard let mounts = folder.link("ns/mnt"), let users = folder.link("ns/user") else { return nil }
            (self.mounts, self.users) = (mounts, users)
        }
    }
}

extension Peer {
    /// Examines a process; `isStillThere` is asked once its folder is open.
    ///
    /// Nil if it is gone. A number that belongs to a client then belonged to it when the folder was opened.
    init?(_ process: Int32, beside view: View?, isStillThere: () -> Bool) {
        guard let folder = ProcessFolder(process), isStillThere() else { return nil }
        let own = View(folder)
        // Whoever sees the same files as the bus is in no Flatpak.
        let flatpak = own == view ? nil : folder.flatpakInfo()
        self.init(
            process: process, executable: folder.link("exe").map(SecretServiceOwner.path),
            cgroup: Self.cgroup(in: folder.text("cgroup") ?? ""),
            flatpak: flatpak.flatMap(Self.application),
            // Whoever cannot be examined may be anywhere.
            isApart: own == nil || own != view)
        // Facts that it does not show because it ends, or has ended and nobody has waited for it, say
        // nothing. Behind its name are its state, five numbers and its flags, of which 4 is PF_EXITING. The
        // eleventh number after these counts its threads: others may go on where the first has ended.
        let fields = folder.text("stat")?.split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 17, let flags = UInt32(fields[6]), let threads = Int(fields[17]),
            flags & 4 == 0 || threads > 1
        else { return nil }
    }

    /// The innermost service or scope of systemd that it runs in, but not the one that starts the user's.
    var unit: String? {
        cgroup.split(separator: "/").last {
            ($0.hasSuffix(".service") || $0.hasSuffix(".scope")) && !$0.hasPrefix("user@")
        }.map(String.init)
    }

    /// The snap that it comes from, by the name of its unit.
    var snap: String? {
        guard let parts = unit?.split(separator: "."), parts.count > 2, parts[0] == "snap" else { return nil }
        return String(parts[1])
    }

    /// The program without the number of its process: the same for each of its starts.
    var program: String {
        let name = flatpak.map { "Flatpak \($0)" } ?? snap.map { "snap \($0)" } ?? executable
        return Terminal.harmless(String((name ?? "a program that cannot be examined").suffix(200)))
            + (isApart && flatpak == nil && snap == nil ? " in a sandbox" : "")
    }

    // MARK: - What the kernel writes

    /// The group in the only hierarchy, or in systemd's own where there are several.
    static func cgroup(in text: String) -> String {
        let lines = text.systemLines.map { line in
            line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        }.filter { $0.count == 3 }
        let unified = lines.first { $0[0] == "0" && $0[1].isEmpty }?[2]
        let systemd = lines.first { $0[1] == "name=systemd" }?[2]
        return String((unified == "/" ? systemd : unified) ?? systemd ?? "/")
    }

    /// The name of the application in the file that Flatpak puts into each of its sandboxes.
    static func application(in text: String) -> String? {
        var section = ""
        for line in text.systemLines {
            if line.hasPrefix("[") { section = String(line) }
            if section == "[Application]", line.hasPrefix("name=") { return String(line.dropFirst(5)) }
        }
        return nil
    }
}

extension SecretServiceOwner {
    package init(process: Int32) {
        let folder = ProcessFolder(process)
        self.init(
            process: process, file: folder?.link("exe"),
            shortName: folder?.text("comm")?.systemLines.first.map(String.init))
    }
}

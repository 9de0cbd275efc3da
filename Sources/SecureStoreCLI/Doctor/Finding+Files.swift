import FoundationEssentials

// Faults of files, directories and volumes.
extension Finding {
    static func word(_ path: String) -> String { BashWord.quoted(path) ?? path }

    /// A file that must be this user's alone: the store, what lies beside it, and the device key.
    ///
    /// `rights` are those that its owner needs.
    static func ofPrivateFile(
        _ path: String, _ facts: FileFacts, _ code: String, needing rights: Int = 0o600
    ) -> [Finding] {
        let name = word(path)
        guard facts.isOwn else {
            return .problem(
                code, "\(path) belongs to another user",
                hint: "run this as that user, or keep a copy of your own elsewhere")
        }
        guard facts.kind != .link else {
            return .problem(
                code, "\(path) is a symbolic link", hint: "put the file itself in the place of the link")
        }
        guard facts.kind == .file else {
            return .problem(code, "\(path) is not a regular file", hint: "give the path of another file")
        }
        var findings: [Finding] = []
        let mode = String(facts.mode & 0o777, radix: 8)
        if facts.mode & 0o077 != 0 {
            findings += .problem(
                code, "\(path) is open to other users (mode \(mode))", hint: "chmod 600 \(name)")
        } else if facts.mode & rights != rights {
            let what = rights == 0o400 ? "read" : "read and written"
            findings += .problem(
                code, "\(path) may not be \(what) by its owner (mode \(mode))",
                hint: "chmod 600 \(name)")
        }
        if facts.links > 1 {
            findings += .problem(
                code, "\(path) has another name as well (a hard link)",
                hint: "find / -xdev -samefile \(name) shows it; remove the one that nobody needs")
        }
        return findings
    }

    static func ofDirectory(_ path: String, _ facts: FileFacts) -> [Finding] {
        let mode = String(facts.mode, radix: 8)
        guard facts.mode & 0o022 != 0 else { return [] }
        return .problem(
            "directory", "\(path) can be written by others (mode \(mode))",
            hint: facts.isOwn ? "chmod go-w \(word(path))" : "keep the store in a directory of your own")
    }

    /// The volume of the store, where a copy of that size should find a place.
    static func ofVolume(_ directory: String, _ facts: VolumeFacts, storeSize: Int) -> [Finding] {
        let name = word(directory)
        if facts.isReadOnly {
            return .problem(
                "read-only", "\(directory) is on a read-only file system: items can be read and not changed",
                hint: "mount it for writing; findmnt -T \(name) shows where it is mounted")
        }
        if !facts.takesFiles {
            return .problem(
                "full", "\(directory) is on a file system that takes no more files",
                hint: "remove some; df -i \(name) shows how many there are")
        }
        let needed = storeSize + leastFree
        if facts.free < needed {
            return .problem(
                "full",
                "\(directory) has only \(facts.free >> 10) KiB left, and a rotation needs \(needed >> 10) KiB",
                hint: "make room; df -h \(name) shows how full it is")
        }
        guard !facts.isWithinQuota else { return [] }
        return .problem(
            "full",
            "a quota leaves less than \(needed >> 10) KiB in \(directory), which a rotation needs",
            hint: "remove what is not needed there, or have the quota raised")
    }

    /// For the journal of a few changes.
    static let leastFree = 1 << 20

    static func ofClock(_ now: Date, newest: Date) -> [Finding] {
        // Clocks that are set right move a little.
        guard now.addingTimeInterval(60) < newest else { return [] }
        return .problem(
            "clock",
            "the clock says \(now.formatted(.iso8601)), but the store was changed at "
                + newest.formatted(.iso8601),
            hint: "set the clock: timedatectl set-ntp true")
    }
}

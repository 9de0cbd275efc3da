/// The rooms of modules that are divided, and what no room may use.
extension LayerRules {
    /// The folders of each module, and those that each folder may use.
    static let rooms: [String: [String: Set<String>]] = ["SecureStoreCLI": commandRooms]

    // The command's ground floor, and what is built on it.
    private static let ground: Set = ["CommandLine", "Errors", "System", "Text"]
    private static let opened = ground.union(["Stores"])
    private static let logins = opened.union(["Logins", "OneTime"])
    private static let documented = logins.union(["Documentation"])
    private static let certified = logins.union(["Certificates"])
    private static let tools: Set = [
        "Clipboard", "Doctor", "Export", "Generating", "Import",
    ]
    private static let commands = certified.union(documented).union(tools)
    private static let dialects: Set = [
        "Dialects/Docker", "Dialects/Git", "Dialects/SecretTool", "Dialects/Security",
    ]

    private static let commandRooms: [String: Set<String>] = [
        "Errors": [],
        "System": ["Errors"],
        "Text": ["Errors", "System"],
        "CommandLine": ["Errors", "System", "Text"],
        "Stores": ground,
        "Logins": opened.union(["OneTime"]),
        "Certificates": logins, "Documentation": logins, "Export": logins, "Import": logins,
        "Doctor": opened,
        "Clipboard": ground, "Generating": ground, "OneTime": ground,
        "Commands": commands,
        "Fleet": commands.union(["Commands"]),
        "SecretService": logins.union(["Import"]),
        "Dialects/Docker": documented, "Dialects/Git": documented, "Dialects/SecretTool": documented,
        "Dialects/Security": documented.union(certified),
        // The table of commands and the names of the program: the only place that knows a dialect.
        "Dialects": commands.union(dialects).union(["Commands", "Fleet", "SecretService"]),
    ]

    /// Members that the standard library's types have too.
    private static let standardMembers: Set = ["format"]

    /// Types and members of a room that is not below, and files that lie in no room.
    ///
    /// A member that an extension gives is told by its name alone. So a name that a room below has too, or a
    /// module that is used, is never reported.
    static func fromAbove(
        in files: [SourceFile], of module: String, using others: [SourceFile] = []
    ) -> [String] {
        guard let rooms = rooms[module] else { return ["\(module) has no rooms"] }
        let placed = files.compactMap { file in room(of: file, in: rooms).map { Placed(file, $0) } }
        let lost = files.filter { room(of: $0, in: rooms) == nil }.map { "\($0.path) lies in no room" }
        var (types, givers, owners): (Rooms, Rooms, Rooms) = ([:], [:], [:])
        for one in placed {
            for type in one.file.declarations { types[type.name, default: []].insert(one.room) }
        }
        for one in placed {
            let given = Set(
                one.file.members.filter { member in
                    member.extended.map { types[$0]?.contains(one.room) != true } ?? false
                }.map(\.name))
            for name in given { givers[name, default: []].insert(one.room) }
            for name in one.file.declaredNames.subtracting(given) {
                owners[name, default: []].insert(one.room)
            }
        }
        let known = others.reduce(into: standardMembers) { $0.formUnion($1.declaredNames) }
        return lost
            + placed.flatMap { one in
                let allowed = rooms[one.room, default: []].union([one.room])
                let named = one.file.namedTypes.subtracting(one.file.nestedTypes).filter {
                    types[$0]?.isDisjoint(with: allowed) == true
                }
                let used = one.file.usedMembers.subtracting(known).filter { name in
                    givers[name]?.isDisjoint(with: allowed) == true
                        && owners[name]?.isDisjoint(with: allowed) != false
                }
                return named.union(used).sorted().map { "\(one.file.path) uses \($0)" }
            }
    }

    /// Folders with more files than anybody reads the names of.
    static func crowdedFolders(in files: [SourceFile]) -> [String] {
        let folders = Dictionary(grouping: files) { $0.path.split(separator: "/").dropLast() }
        return folders.filter { $1.count > 40 }.map { "\($0.joined(separator: "/")) has \($1.count) files" }
    }

    private typealias Rooms = [String: Set<String>]

    private struct Placed {
        let file: SourceFile
        let room: String

        init(_ file: SourceFile, _ room: String) { (self.file, self.room) = (file, room) }
    }

    /// The folder, or the nearest one around it, that is a room.
    private static func room(of file: SourceFile, in rooms: Rooms) -> String? {
        var parts = file.path.split(separator: "/").dropFirst(2).dropLast()
        while !parts.isEmpty {
            let name = parts.joined(separator: "/")
            if rooms[name] != nil { return name }
            parts.removeLast()
        }
        return nil
    }
}

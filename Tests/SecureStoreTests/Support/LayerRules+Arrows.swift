/// The order among the folders of a module: by types, by members of extensions, and by what stands outside of
/// types.
extension LayerRules {
    /// The folders of each module from the bottom up, and those that each may use besides itself.
    ///
    /// A module that is not here has no order among its folders. Files beside the folders are in the folder
    /// "".
    static let arrows: [String: [String: Set<String>]] = [
        "SecureStore": [
            "Errors": [],
            "System": ["Errors"],
            "Crypto": ["Errors", "System"],
            "Storage": ["Errors", "System"],
            "Items": ["Errors"],
            "Index": ["Errors", "System", "Crypto", "Storage"],
            "Keys": ["Errors", "System", "Crypto", "Storage", "Index", "Items"],
            "Rows": ["Errors", "System", "Crypto", "Storage", "Index", "Items", "Keys"],
            "Engine": ["Errors", "System", "Crypto", "Storage", "Index", "Items", "Keys", "Rows"],
            "Transfer": [
                "Errors", "System", "Crypto", "Storage", "Index", "Items", "Keys", "Rows", "Engine",
            ],
            "Replicas": [
                "Errors", "System", "Crypto", "Storage", "Index", "Items", "Keys", "Rows", "Engine",
            ],
            "Store": ["Errors", "System", "Items", "Keys", "Rows", "Engine", "Transfer", "Replicas"],
        ],
        "SecureStoreCertificates": [
            "Algorithms": [],
            "Encodings": [],
            "OpenSSL": ["Algorithms", "Encodings"],
            "Keys": ["Algorithms", "Encodings", "OpenSSL"],
            "Certificates": ["Algorithms", "Encodings", "OpenSSL", "Keys"],
            "Trust": ["Algorithms", "Encodings", "OpenSSL", "Keys", "Certificates"],
            "Identities": ["Algorithms", "Encodings", "OpenSSL", "Keys", "Certificates", "Trust"],
        ],
        "SecretService": [
            "Bus": [],
            "Clients": ["Bus"],
            "Sessions": ["Bus"],
            "Collections": ["Bus"],
            "Service": ["Bus", "Clients", "Sessions", "Collections"],
            "Handover": ["Bus", "Sessions"],
        ],
        "KeychainServices": [
            "": [],
            "Core": [],
            "Constants": ["Core"],
            "Types": ["Core", "Constants"],
            "Trust": ["Core", "Constants", "Types"],
            "Dictionaries": ["Core", "Constants", "Types", "Trust"],
            "Keychains": ["Core", "Constants", "Types", "Dictionaries"],
            "Calls": ["Core", "Constants", "Types", "Trust", "Dictionaries", "Keychains"],
            "Transfer": ["Core", "Constants", "Types", "Trust", "Dictionaries", "Keychains", "Calls"],
        ],
    ]
    /// Single names that a folder may use of others: values without input and output, and what reads and
    /// writes bytes.
    static let loans: [String: Set<String>] = [
        "SecureStore/Items": [
            "Bytes16", "PassphraseCost", "SecretBytes", "append", "hasSameBytes", "withRawBytes",
        ],
        "SecureStore/Store": ["PassphraseCost", "SecretBytes"],
    ]
    /// Members that the standard library's types have too.
    private static let standardMembers: Set = ["first", "index", "insert", "random", "update"]

    /// Types that a file names and that a folder declares which its own folder may not use.
    static func typesFromAbove(in files: [SourceFile]) -> [String] {
        modules(of: files).flatMap { files in
            let owners = folders(of: files) { Set($0.declarations.map(\.name)) }
            return files.flatMap { file in
                file.namedTypes.subtracting(file.nestedTypes).filter { isAbove($0, file, owners) }.sorted()
                    .map { "\(file.path) names \($0)" }
            }
        }
    }

    /// Members that a folder gives to a type of another one, used where the folder may not be named.
    static func membersFromAbove(in files: [SourceFile]) -> [String] {
        modules(of: files).flatMap { files in
            let homes = folders(of: files) { Set($0.declarations.map(\.name)) }
            func given(_ file: SourceFile) -> Set<String> {
                Set(
                    file.members.filter { member in
                        member.extended.map { homes[$0]?.contains(file.place.folder) != true } ?? false
                    }.map(\.name))
            }
            let givers = folders(of: files, given)
            let owners = folders(of: files) { $0.declaredNames.subtracting(given($0)) }
            return files.flatMap { file in
                file.usedMembers.subtracting(standardMembers).filter { name in
                    // Not another one of that name, as far as a name can tell.
                    isAbove(name, file, givers) && (owners[name] == nil || isAbove(name, file, owners))
                }.sorted().map { "\(file.path) uses \($0)" }
            }
        }
    }

    /// Functions and constants outside of types that a file names, and that its folder may not use.
    static func globalsFromAbove(in files: [SourceFile]) -> [String] {
        modules(of: files).flatMap { files in
            let owners = folders(of: files, \.globals)
            return files.flatMap { file in
                file.namedGlobals.subtracting(file.allNames).filter { isAbove($0, file, owners) }.sorted()
                    .map { "\(file.path) uses \($0)" }
            }
        }
    }

    /// The folders that use one another in a circle, and those that use these.
    static func foldersInCircles(of arrows: [String: Set<String>]) -> [String] {
        var left = arrows
        while let ground = left.first(where: { $0.value.isDisjoint(with: left.keys) }) {
            left[ground.key] = nil
        }
        return left.keys.sorted()
    }

    /// The files of each module whose folders have an order.
    private static func modules(of files: [SourceFile]) -> [[SourceFile]] {
        arrows.keys.sorted().map { module in files.filter { $0.place.module == module } }
    }

    /// For each name the folders of the files that have it.
    private static func folders(
        of files: [SourceFile], _ names: (SourceFile) -> Set<String>
    ) -> [String: Set<String>] {
        var folders: [String: Set<String>] = [:]
        for file in files {
            for name in names(file) { folders[name, default: []].insert(file.place.folder) }
        }
        return folders
    }

    /// True if a name is declared, and only in folders that the file may not use.
    private static func isAbove(
        _ name: String, _ file: SourceFile, _ folders: [String: Set<String>]
    ) -> Bool {
        let (module, folder) = file.place
        let allowed = (arrows[module]?[folder] ?? []).union([folder])
        return folders[name]?.isDisjoint(with: allowed) ?? false
            && loans["\(module)/\(folder)"]?.contains(name) != true
    }
}

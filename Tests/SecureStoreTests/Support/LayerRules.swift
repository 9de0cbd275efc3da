/// What each folder may use, and what no source may contain.
///
/// Every function answers with what breaks a rule.
struct LayerRules {
    /// The folders of `SecureStore` from the bottom up, and those that each may name types of.
    static let arrows: [String: Set<String>] = [
        "Errors": [],
        "System": ["Errors"],
        "Crypto": ["Errors", "System"],
        "Storage": ["Errors", "System"],
        "Index": ["Errors", "System", "Crypto", "Storage"],
        "Items": ["Errors"],
        "Engine": ["Errors", "System", "Crypto", "Storage", "Index", "Items"],
        "Store": ["Errors", "System", "Crypto", "Storage", "Index", "Items", "Engine"],
    ]
    /// Single types that a folder may name from others: values for items, without input and output.
    static let loans: [String: Set<String>] = ["Items": ["Bytes16", "SecretBytes"]]

    static let modules: [String: Set<String>] = [
        "Errors": [],
        "System": ["CLinux", "Glibc", "Synchronization"],
        "Crypto": ["CSodium", "Glibc", "Synchronization"],
        "Storage": ["CSQLite", "Glibc", "Synchronization"],
        "Index": [],
        "Items": ["FoundationEssentials"],
        "Engine": ["FoundationEssentials", "Synchronization"],
        "Store": ["FoundationEssentials", "Synchronization"],
        "KeychainCodes": ["SecureStore"],
        "KeychainServices": ["CLinux", "Foundation", "Glibc", "KeychainCodes", "SecureStore", "Security"],
        "Security": ["KeychainServices"],
        "SecurityPlaceholder": [],
        "SecureStoreCLI": [
            "CLinux", "FoundationEssentials", "Glibc", "KeychainCodes", "SecureStore", "StrictJSON",
        ],
        "SecureStoreCommand": ["Glibc", "SecureStoreCLI"],
        "StrictJSON": ["SecureStore"],
        "TokenVault": ["FoundationEssentials", "SecureStore", "StrictJSON"],
        "TokenVault/System": ["CLinux", "FoundationEssentials", "Glibc", "SecureStore"],
        "TokenVaultNetworking": ["Foundation", "FoundationNetworking", "TokenVault"],
    ]
    static let unsafeFolders: Set = ["System", "Crypto", "Storage", "TokenVault/System"]
    /// Where the command talks to the system, and where the drop-in module is unsafe.
    static let unsafePlaces = ["Sources/SecureStoreCLI/System/"] + keychainPlaces

    /// Apple's signatures take pointers, and its constants are objects that nobody changes, which Swift does not know.
    private static let keychainPlaces = [
        "Constants/", "Calls/Answers", "Calls/Guarded", "Calls/ItemDictionary+Answering", "Calls/SecItem",
        "Calls/SecMessages", "Calls/SecRandom", "Keychains/SecKeychain+", "Types/SecAccessControl",
        "Types/SecIdentity", "Types/SecKey",
    ].map { "Sources/KeychainServices/" + $0 }

    /// Public types that stand in the file of another: small ones that mean nothing without it.
    static let guests: [String: Set<String>] = [
        "CertificateFacts": ["CertificateInspector"],
        "CoreTypes": [
            "CFArray", "CFBoolean", "CFData", "CFDate", "CFDictionary", "CFError", "CFErrorDomain",
            "CFHashCode",
            "CFIndex", "CFMutableArray", "CFMutableData", "CFMutableDictionary", "CFNull", "CFNumber",
            "CFOptionFlags", "CFSet", "CFString", "CFTypeID", "CFTypeRef", "FourCharCode", "OSType",
        ],
        "Match": ["Returned"],
        "Protection": ["Slot"],
        "SecKeychain": ["SecKeychainStatus"],
        "SecRandom": ["SecRandomRef"],
        "StoreItem": ["StorableItem"],
    ]

    static func wrongImports(in files: [SourceFile]) -> [String] {
        files.flatMap { file in
            file.imports.filter { modules[file.folder]?.contains($0) != true }
                .map { "\(file.path) imports \($0)" }
        }
    }

    static func unsafeOutsideItsPlace(in files: [SourceFile]) -> [String] {
        files.filter { !unsafeFolders.contains($0.folder) }
            .filter { file in !unsafePlaces.contains { file.path.hasPrefix($0) } }
            .filter { $0.code.tokens.contains { $0.text == "unsafe" } }
            .map { "\($0.path) has the word unsafe" }
    }

    static func typesFromAbove(in files: [SourceFile]) -> [String] {
        var owners: [String: Set<String>] = [:]
        for file in files {
            for declaration in file.declarations {
                owners[declaration.name, default: []].insert(file.folder)
            }
        }
        return files.flatMap { file in
            let allowed = (arrows[file.folder] ?? []).union([file.folder])
            let known = (loans[file.folder] ?? []).union(file.nestedTypes)
            return file.namedTypes.subtracting(known).sorted().filter { name in
                guard let folders = owners[name] else { return false }
                return folders.isDisjoint(with: allowed)
            }.map { "\(file.path) names \($0)" }
        }
    }

    static func publicTypesInOtherFiles(in files: [SourceFile]) -> [String] {
        files.flatMap { file in
            file.declarations.filter { declaration in
                declaration.isPublic && declaration.name != file.subject
                    && guests[file.subject]?.contains(declaration.name) != true
            }.map { "\(file.path) declares \($0.name)" }
        }
    }

    static func namesThatDifferInCase(_ names: [String]) -> [String] {
        Dictionary(grouping: Set(names)) { $0.lowercased() }.values.filter { $0.count > 1 }
            .map { $0.sorted().joined(separator: ", ") }.sorted()
    }

    static func forbiddenWords(in files: [SourceFile]) -> [String] {
        files.flatMap { file in
            ["fatalError", "try!", "@unchecked"].filter { file.code.text.contains($0) }
                .map { "\(file.path) has \($0)" }
        }
    }
}

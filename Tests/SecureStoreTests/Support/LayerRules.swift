/// The rules of which folder may use which, and of what no source may contain.
///
/// Every function answers with what breaks a rule.
struct LayerRules {
    /// The symbols of `SecureStore` that other targets use and that are not public; nil for all of them.
    private static let packageLoans: [String: Set<String>?] = [
        "SecureStoreCertificates/Certificates": ["Hexadecimal"],
        "SecureStoreCertificates/Encodings": ["Base64", "opening"],
        "SecureStoreCertificates/Identities": ["Base64"],
        "SecureStoreCertificates/Keys": [
            "Hexadecimal", "canSignRecover", "canVerifyRecover", "isModifiable", "wasAlwaysSensitive",
            "wasNeverExtractable",
        ],
        "SecureStoreCertificates/OpenSSL": ["Hexadecimal", "mistake", "opening"],
        "KeychainServices": nil,
        // The standard library's locks have a call of this name, too.
        "LocalAuthentication": ["withLock"],
        "SecureStoreCLI": [
            "ClassTable", "Hexadecimal", "NetworkFileSystem", "NewFile", "OwnThread", "PassphraseLoss",
            "PrivateFile", "RereadFile", "SQLiteVersion", "StoreDirectory", "SystemMutex",
            "UpkeepDates", "canSignRecover", "checkKnownStores", "canVerifyRecover", "forReading",
            "hasCustomIcon", "inUse", "isInherited",
            "isModifiable", "lacksRoots",
            "isNamed", "isProtected", "hiddenPath", "kindOfTokens", "multiUser", "openHidden",
            "scriptCode", "systemBound", "tombstone",
            "wasAlwaysSensitive", "wasNeverExtractable", "withLock",
            "isLoginStore", "loginStore", "makeFolder", "needsGuardedCheckpoints", "note", "ownFile",
            "ownSlot", "rereadable",
            "setDefaultStore", "setSearchList", "start", "taken", "usualStore", "pointingBack",
        ],
        "SecureStoreFleet/Fleets": [
            "Hexadecimal", "HostRequest", "InvitedCode", "ReadPolicy", "ServerCopy", "beginFleet", "catchUp",
            "bind", "check", "checkMayWrite", "hostRights", "kept", "mark", "openInvitation",
            "code",
            "compareServer", "isLossless", "repairServer", "reseedServer",
            "endChangeOfKeys", "fleetIdentifier", "followingInterval", "hostNames", "latest", "leaveFleet",
            "asReplica", "hidden", "ids", "isName", "keyset", "letIn",
            "limited", "local", "makeInvitation", "makeReplica", "newestHere",
            "openReplica",
            "ownSlot", "places", "removeHosts", "renewHostName", "requestToJoin", "seal", "sealHostName",
            "sealed",
            "secondsNow",
        ],
        "SecureStoreFleet/Order": [
            "ChangeOrder", "ChangeTurn", "Handover", "Hexadecimal", "HostLock", "KeptChanges", "KeptState",
            "OutgoingChange", "SystemMutex", "emptyLink", "emptyLinks", "headByteCount",
            "jumpLink", "lostLinks", "mostEmptyLinks", "replacesHead", "withLock",
        ],
        "SecureStoreFleet/Server": ["HostRequest", "isName"],
        "SecureStoreJSON": ["Hexadecimal"],
        "TokenVault": [
            "Base64", "ByteLock", "HostLock", "OwnThread", "catchUp", "copy", "isShared", "kindOfTokens",
            "littleEndian32", "littleEndian64", "lockAmongHosts", "now", "release", "replaceSecret", "sleep",
            "start",
        ],
        "SecretService/Collections": ["Hexadecimal", "LatestChanges", "hasBegun"],
        "SecretService/Bus": ["SystemMutex", "withLock"],
        "SecretService/Clients": ["ConfigurationFile", "mark"],
        "SecretService/Service": ["Hexadecimal", "OwnThread", "hearChanges", "start"],
        "SecureStoreTesting": ["EngineInterceptor", "EngineStep", "Migration", "SystemMutex", "withLock"],
    ]
    /// SQLite's, and the server's.
    private static let statementFolders: Set = ["Storage", "SecureStoreFleet/Order"]
    /// The words that SQL begins with.
    private static let statements: Set = [
        "ALTER", "ATTACH", "BEGIN", "COMMIT", "CREATE", "DELETE", "DROP", "INSERT", "PRAGMA", "RELEASE",
        "REPLACE", "ROLLBACK", "SAVEPOINT", "SELECT", "UPDATE", "VACUUM", "WITH",
    ]

    static let modules: [String: Set<String>] = [
        "Errors": [],
        "System": ["SecureStorePlatform", "Synchronization"],
        "Crypto": ["CSecureStoreSodium", "SecureStorePlatform", "Synchronization"],
        "Storage": ["CSecureStoreSQLite", "SecureStorePlatform", "Synchronization"],
        "Index": [],
        "Items": ["FoundationEssentials"],
        "Keys": ["Synchronization"],
        "Rows": ["FoundationEssentials"],
        "Engine": [],
        "Transfer": [],
        "Replicas": [],
        "Store": ["FoundationEssentials", "Synchronization"],
        "SecureStoreCertificates/Algorithms": ["SecureStore"],
        "SecureStoreCertificates/Certificates": ["FoundationEssentials", "SecureStore"],
        "SecureStoreCertificates/Encodings": ["FoundationEssentials", "SecureStore"],
        "SecureStoreCertificates/Identities": ["FoundationEssentials", "SecureStore"],
        "SecureStoreCertificates/Keys": ["FoundationEssentials", "SecureStore"],
        "SecureStoreCertificates/OpenSSL": ["CSecureStoreOpenSSL", "FoundationEssentials", "SecureStore"],
        "SecureStoreCertificates/Trust": ["FoundationEssentials", "SecureStore"],
        "SecureStoreCodes": ["CSecureStoreCodes", "SecureStore"],
        "KeychainServices": [
            "SecureStoreCertificates", "Dispatch", "Foundation", "SecureStoreCodes", "SecureStorePlatform",
            "SecureStore", "Security",
        ],
        "LocalAuthentication": ["Foundation"],
        "Security": ["KeychainServices"],
        "SecurityPlaceholder": [],
        "SecureStoreCLI": [
            "CSecureStoreLinux", "SecureStoreCertificates", "Dispatch", "FoundationEssentials", "Glibc",
            "SecureStoreCodes",
            "SecureStore", "SecureStoreJSON", "SecureStorePlatform",
        ],
        "SecureStoreFleet/Fleets": ["SecureStore"],
        "SecureStoreFleet/Order": ["SecureStore"],
        "SecureStoreFleet/Server": ["CSecureStorePostgres", "SecureStore", "SecureStorePlatform"],
        "SecretService/Bus": ["CSecureStoreBus", "Glibc", "SecureStore", "SecureStorePlatform"],
        "SecretService/Clients": ["SecureStore", "SecureStoreCLI"],
        "SecretService/Sessions": ["SecureStore", "SecureStoreCertificates"],
        "SecretService/Collections": ["FoundationEssentials", "SecureStore", "SecureStoreCLI"],
        "SecretService/Handover": ["SecureStore", "SecureStoreCLI"],
        "SecretService/Service": ["FoundationEssentials", "Glibc", "SecureStore", "SecureStoreCLI"],
        "SecretServiceCommand": ["Glibc", "SecureStore", "SecureStoreCLI", "SecureStoreSecretService"],
        "SecureStoreTesting": ["FoundationEssentials", "SecureStore"],
        "SecureStorePlatform": ["CSecureStorePlatform", "Darwin", "Glibc", "Musl"],
        "SecureStoreCommand": ["Glibc", "SecureStoreCLI"],
        "SecureStoreFleetCommand": ["Glibc", "SecureStore", "SecureStoreCLI", "SecureStoreFleet"],
        "Tour": ["Foundation", "SecureStore"],
        "SecureStoreJSON": ["SecureStore"],
        "TokenVault": ["FoundationEssentials", "SecureStore", "SecureStoreJSON"],
    ]
    static let unsafeFolders: Set = [
        "System", "Crypto", "Storage", "SecureStoreCertificates/OpenSSL", "SecureStoreFleet/Server",
        "SecretService/Bus",
    ]
    /// The folders in which the command talks to the system, or the drop-in module is unsafe.
    static let unsafePlaces =
        [
            "Sources/SecureStoreCodes/CodeMessages", "Sources/LocalAuthentication/LAContext",
            "Sources/SecureStoreCLI/System/",
        ] + keychainPlaces

    /// Apple's signatures take pointers, and its constants are objects that nobody changes, which Swift does
    /// not know.
    private static let keychainPlaces = [
        "Constants/", "Core/Answers", "Core/CFDataFunctions", "Core/SecretData",
        "Dictionaries/ItemDictionary+Reading", "Calls/SecI", "Calls/SecKey+", "Calls/SecRandom",
        "Calls/SecTrust+",
        "Keychains/SecKeychain+", "Trust/SecTrust", "Transfer/", "Types/SecAccess", "Types/SecCertificate+",
        "Types/SecIdentity", "Types/SecKey", "Types/SecTrustedApplication",
    ].map { "Sources/KeychainServices/" + $0 }

    /// Public types that stand in the file of another: small ones that mean nothing without it.
    static let guests: [String: Set<String>] = [
        "AttributeValue": ["AttributeKind"],
        "CertificateFacts": ["CertificateInspector"],
        "ChangeOrder": ["ChangeTurn", "HostLock", "KeptChanges", "KeptState", "OutgoingChange"],
        "Changes": ["NewValues"],
        "CoreTypes": [
            "CFArray", "CFBoolean", "CFData", "CFDate", "CFDictionary", "CFError", "CFErrorDomain",
            "CFHashCode",
            "CFIndex", "CFMutableArray", "CFMutableData", "CFMutableDictionary", "CFNull", "CFNumber",
            "CFOptionFlags", "CFSet", "CFString", "CFTypeID", "CFTypeRef", "FourCharCode", "OSType",
        ],
        "ImportReport": ["ImportPolicy", "ImportedItem"],
        "ItemMatch": ["ItemParts"],
        "Protection": ["KeySlot"],
        "Query": ["SynchronizableScope"],
        "SecKeychain": ["SecKeychainStatus"],
        "SecRandom": ["SecRandomRef"],
        "Schema": ["Migration"],
        "StoreItem": ["StorableItem"],
        "BusInbox": ["BusNews"],
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

    /// The `package` symbols of another target that a target uses, without having them on loan.
    static func packageSymbols(of core: [SourceFile], usedIn others: [SourceFile]) -> [String] {
        let types = Set(core.flatMap(\.packageTypes))
        let members = core.flatMap(\.members)
        let known = Set(members.filter { !$0.isPackage }.map(\.name))
        let names = Set(members.filter(\.isPackage).map(\.name)).subtracting(known)
        let targets = Dictionary(grouping: others, by: \.place.module)
            .mapValues { files in files.reduce(into: Set()) { $0.formUnion($1.declaredNames) } }
        return others.flatMap { file -> [String] in
            guard let loans = packageLoans[file.folder, default: []] else { return [] }
            let own = targets[file.place.module, default: []]
            let used = file.namedTypes.intersection(types).union(file.usedMembers.intersection(names))
            return used.subtracting(loans).subtracting(own).subtracting(file.allNames).sorted()
                .map { "\(file.path) uses \($0)" }
        }
    }

    static func statementsOutsideStorage(in files: [SourceFile]) -> [String] {
        files.filter { !statementFolders.contains($0.folder) }.flatMap { file in
            file.code.strings.compactMap { text in
                let words = text.split { !$0.isLetter }
                // A line of PEM begins with dashes, before the same word as a transaction.
                guard words.count > 1, let first = words.first, statements.contains(String(first)),
                    !text.hasPrefix("-----")
                else { return nil }
                return "\(file.path) has \(first)"
            }
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

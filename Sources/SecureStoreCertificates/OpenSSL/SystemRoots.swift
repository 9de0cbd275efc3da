private import CSecureStoreOpenSSL
internal import FoundationEssentials
private import SecureStore

/// The places of the certificates that the system trusts.
struct SystemRoots {
    var directories: [String] = []
    var files: [String] = []
    /// The certificates that were read, for many searches; none of these adds its own anchors to it.
    private(set) var store: Handle?

    var isEmpty: Bool { directories.isEmpty && files.isEmpty }

    /// The places that exist now.
    ///
    /// A directory is read as far as a chain needs it, a file always as a whole: of OpenSSL's own two places
    /// the file is used only if the directory has no certificates.
    static func find() -> SystemRoots {
        // A program with another user's rights does not do what its environment says, as in OpenSSL.
        let environment = OPENSSL_issetugid() == 0 ? ProcessInfo.processInfo.environment : [:]
        let directories = unsafe environment[String(cString: X509_get_default_cert_dir_env())]
        let file = unsafe environment[String(cString: X509_get_default_cert_file_env())]
        var roots = SystemRoots()
        if directories == nil, file == nil {
            roots.add(directories: unsafe String(cString: X509_get_default_cert_dir()))
            if roots.isEmpty { roots.add(file: unsafe String(cString: X509_get_default_cert_file())) }
        }
        if let directories { roots.add(directories: directories) }
        if let file { roots.add(file: file) }
        return roots
    }

    /// The contents of all files; of a directory, only those that libcrypto would find there.
    var texts: [Data] {
        let found = directories.flatMap { path in
            ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).filter(Self.isHashed)
                .map { path + "/" + $0 }
        }
        return (found.filter(Self.isFile) + files).compactMap { FileManager.default.contents(atPath: $0) }
    }

    func read() -> SystemRoots {
        var roots = self
        roots.store = LibCrypto.quietly { makeStore() }
        return roots
    }

    func makeStore() -> Handle? {
        guard let store = unsafe Handle(X509_STORE_new(), release: { unsafe X509_STORE_free($0) }) else {
            return nil
        }
        for directory in directories {
            let lookup = unsafe X509_STORE_add_lookup(store.object, X509_LOOKUP_hash_dir())
            _ = unsafe X509_LOOKUP_ctrl(lookup, X509_L_ADD_DIR, directory, Int(X509_FILETYPE_PEM), nil)
        }
        for file in files {
            // A file that cannot be read has no anchors; the chain then has no end, and the error says so.
            let lookup = unsafe X509_STORE_add_lookup(store.object, X509_LOOKUP_file())
            _ = unsafe X509_LOOKUP_ctrl(lookup, X509_L_FILE_LOAD, file, Int(X509_FILETYPE_PEM), nil)
        }
        return store
    }

    private mutating func add(directories list: String) {
        directories += list.unicodeScalars.split(separator: ":").map { String($0) }.filter { path in
            let names = try? FileManager.default.contentsOfDirectory(atPath: path)
            return names?.contains(where: Self.isHashed) == true
        }
    }

    private mutating func add(file path: String) {
        if Self.isFile(path) { files.append(path) }
    }

    /// False for anything but a file, such as a pipe, which might never end.
    private static func isFile(_ path: String) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(
            atPath: URL(filePath: path).resolvingSymlinksInPath().path)
        return attributes?[.type] as? FileAttributeType == .typeRegular
    }

    /// Eight hexadecimal digits, a dot and a number.
    private static func isHashed(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "."))
        return parts.count == 2 && parts[0].count == 8
            && parts[0].allSatisfy { Hexadecimal.value(ofDigit: $0) != nil }
            && parts[1].allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    }
}

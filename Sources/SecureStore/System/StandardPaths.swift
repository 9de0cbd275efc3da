/// The places where a user's programs keep things.
enum StandardPaths {
    private static let variable = "SECURESTORE_PATH"

    static var isStoreNamed: Bool { Environment.isSet(variable) }

    static func store() throws(StoreError) -> String {
        if let path = try Environment.value(variable) {
            // A relative one would make a store in each working directory.
            guard path.isFromRoot else {
                throw StoreError(.param, "$\(variable) has to begin with /: it names one file, from anywhere")
            }
            return path
        }
        return try usualStore()
    }

    /// The default store where the environment names none.
    static func usualStore() throws(StoreError) -> String {
        try directory("XDG_DATA_HOME", ".local/share") + "/securestore/default.securestore"
    }

    static func isStore(_ path: String) -> Bool {
        // Without a home there is no default store, and so it is not this one.
        guard let standard = try? store() else { return false }
        guard !path.hasSameBytes(as: standard) else { return true }
        let names = names(of: standard)
        return self.names(of: path).contains { names.holds($0) }
    }

    /// The names by which a file is known again: its path as it is spelled, and with links resolved.
    ///
    /// There are both, because a link may be gone, or lead elsewhere, when the file is looked for again.
    static func names(of path: String) -> [String] {
        guard let spelled = spelled(path), let end = spelled.unicodeScalars.lastIndex(of: "/"),
            let directory = DirectoryPath.resolved(String(spelled[..<end]))
        else { return Self.spelled(path).map { [$0] } ?? [] }
        let real = (directory == "/" ? "" : directory) + String(spelled[end...])
        return real.hasSameBytes(as: spelled) ? [spelled] : [spelled, real]
    }

    /// A path from the root, with its links; nil when it is relative and the current directory is unknown.
    static func spelled(_ path: String) -> String? {
        guard let path = Environment.absolute(path) else { return nil }
        let parts = path.cut(at: "/").filter { $0 != "." }
        return parts.isEmpty ? "/" : parts.reduce("") { $0 + "/" + String($1) }
    }

    /// The directory for files that belong to this machine and not into a backup.
    static func state() throws(StoreError) -> String { try directory("XDG_STATE_HOME", ".local/state") }

    /// The directory for what users write themselves.
    static func configuration() throws(StoreError) -> String { try directory("XDG_CONFIG_HOME", ".config") }

    private static func directory(_ variable: String, _ fallback: String) throws(StoreError) -> String {
        // The specification says that a relative path is to be ignored.
        if let path = try Environment.value(variable), path.isFromRoot { return path }
        guard let home = try Environment.home() else {
            throw StoreError(
                .noDefaultKeychain,
                "neither \(variable) nor a home directory is known; set \(variable) or HOME")
        }
        return home + "/" + fallback
    }
}

/// Credentials that the service manager passes in files.
enum ServiceCredential {
    /// The file of a credential that was passed to this program.
    static func path(_ name: String) throws(StoreError) -> String? {
        guard let directory = try Environment.value("CREDENTIALS_DIRECTORY"), !name.contains("/") else {
            return nil
        }
        let path = directory + "/" + name
        // One that cannot be reached is an error: without it, a store would be made that opens by itself.
        guard try FileIdentity(at: path) == nil else { return path }
        guard try FileIdentity(at: directory, followingLinks: true) != nil else {
            throw StoreError(
                .notAvailable,
                "there is no directory \(directory), in which credentials would be; mount it, or unset CREDENTIALS_DIRECTORY"
            )
        }
        return nil
    }

    static func passedPath(_ name: String) throws(StoreError) -> String {
        if let path = try path(name) { return path }
        throw StoreError(
            .notAvailable,
            "no service credential \(name) was passed to this program; add LoadCredentialEncrypted=\(name) to its unit"
        )
    }
}

private import SecureStorePlatform

enum Environment {
    /// The value of a variable; nil when it is not set, or empty.
    ///
    /// A value that is not valid text is refused: a repaired path would be a different one.
    static func value(_ name: String) throws(StoreError) -> String? {
        guard let bytes = unsafe getenv(name), unsafe bytes.pointee != 0 else { return nil }
        guard let text = unsafe String(validatingCString: bytes) else {
            throw StoreError(
                .param, "the environment variable \(name) is not UTF-8 text; set it again, or unset it")
        }
        return text
    }

    /// Tells whether a variable is set and not empty, even if it is not valid text.
    static func isSet(_ name: String) -> Bool {
        guard let bytes = unsafe getenv(name) else { return false }
        return unsafe bytes.pointee != 0
    }

    /// Tells whether a variable is set, even if it is empty.
    static func isPresent(_ name: String) -> Bool { unsafe getenv(name) != nil }

    /// Lends the bytes of a variable without making a string of them; nil when it is not set.
    static func withBytes<R, E: Error>(_ name: String, _ body: (RawSpan) throws(E) -> R) throws(E) -> R? {
        guard let text = unsafe getenv(name) else { return nil }
        let buffer = unsafe UnsafeRawBufferPointer(start: text, count: Int(strlen(text)))
        return try unsafe body(buffer.bytes)
    }

    /// A path that does not depend on the current directory; nil when that is unknown or not valid text.
    static func absolute(_ path: String) -> String? {
        guard !path.isFromRoot else { return path }
        guard let current = unsafe getcwd(nil, 0) else { return nil }
        defer { unsafe free(current) }
        return unsafe String(validatingCString: current).map { $0 + "/" + path }
    }

    /// The user's home directory, from the environment or from the user database.
    static func home() throws(StoreError) -> String? {
        if let home = try value("HOME"), home.isFromRoot { return home }
        var entry = unsafe passwd()
        var result: UnsafeMutablePointer<passwd>?
        return unsafe withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 8) { buffer -> String? in
            let text = unsafe buffer.bindMemory(to: CChar.self)
            guard let start = text.baseAddress,
                unsafe getpwuid_r(geteuid(), &entry, start, text.count, &result) == 0,
                unsafe result != nil, let home = unsafe entry.pw_dir
            else { return nil }
            return unsafe String(validatingCString: home)
        }
    }
}

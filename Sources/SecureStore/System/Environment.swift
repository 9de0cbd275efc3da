private import Glibc

/// The process's environment.
enum Environment {
    /// The value of a variable; nil when it is not set, or empty.
    static func value(_ name: String) -> String? {
        guard let text = unsafe getenv(name), unsafe text.pointee != 0 else { return nil }
        return unsafe String(cString: text)
    }

    /// Lends the bytes of a variable without making text of them; nil when it is not set.
    static func withBytes<R, E: Error>(_ name: String, _ body: (RawSpan) throws(E) -> R) throws(E) -> R? {
        guard let text = unsafe getenv(name) else { return nil }
        let buffer = unsafe UnsafeRawBufferPointer(start: text, count: Int(strlen(text)))
        return try unsafe body(buffer.bytes)
    }

    /// A path that does not depend on the current directory any more; nil when that is not known.
    static func absolute(_ path: String) -> String? {
        guard !path.hasPrefix("/") else { return path }
        guard let current = unsafe getcwd(nil, 0) else { return nil }
        defer { unsafe free(current) }
        return unsafe String(cString: current) + "/" + path
    }

    /// The user's home directory, from the environment or from the user database.
    static var home: String? {
        if let home = value("HOME"), home.hasPrefix("/") { return home }
        var entry = unsafe passwd()
        var result: UnsafeMutablePointer<passwd>?
        return unsafe withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 8) { buffer -> String? in
            let text = unsafe buffer.bindMemory(to: CChar.self)
            guard let start = text.baseAddress,
                unsafe getpwuid_r(geteuid(), &entry, start, text.count, &result) == 0,
                unsafe result != nil, let home = unsafe entry.pw_dir
            else { return nil }
            return unsafe String(cString: home)
        }
    }
}

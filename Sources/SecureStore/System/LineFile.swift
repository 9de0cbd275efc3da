private import SecureStorePlatform

/// The content of a small private file of this user's: a header, and a line for each entry.
protocol LineFile {
    static var header: String { get }
    /// A size that no such file reaches: a larger one was not written here, and is not read.
    static var mostBytes: Int { get }
    /// The fault of a file that cannot be read, and what to do about it, to follow its path.
    static var fault: String { get }

    /// Reads the lines below the header; nil when one of them is not of this kind.
    init?(lines: ArraySlice<Substring>)
    var lines: [String] { get }
}

extension LineFile {
    /// Reads the content of a file, or throws `invalidData`: it is not given up because it cannot be read.
    init(_ bytes: [UInt8], of path: String) throws(StoreError) {
        var lines = String(validating: bytes, as: UTF8.self)?.cut(at: "\n")[...] ?? []
        guard lines.popFirst() == Self.header[...], let content = Self(lines: lines) else {
            throw StoreError(.invalidData, "\(path) \(Self.fault)")
        }
        self = content
    }

    var text: String { ([Self.header] + lines).joined(separator: "\n") + "\n" }

    /// The content of a file; nil when there is none.
    static func read(_ path: String) throws(StoreError) -> Self? {
        guard try FileIdentity(at: path) != nil else { return nil }
        return try PrivateFile.withContents(of: path, limit: mostBytes, missing: .io) {
            bytes throws(StoreError) in
            try Self(bytes.array(at: 0, count: bytes.byteCount) ?? [], of: path)
        }
    }

    /// Changes a file as a whole, under a lock of its own.
    ///
    /// Whoever opens a store is not to wait long for somebody who works in the file's directory. It is not
    /// the directory's lock: a restore has that, and the restored store may lie beside the file.
    static func change(
        _ path: String, from none: Self, _ body: (inout Self) throws(StoreError) -> Void
    ) throws(StoreError) {
        let lock = try DirectoryLock(file: path + ".lock")
        try change(path, under: lock, patience: .seconds(1), from: none, body)
    }

    /// Changes a file as a whole; `none` is what it holds if it is not there.
    static func change(
        _ path: String, under lock: DirectoryLock, patience: Duration = DirectoryLock.usualPatience,
        from none: Self, _ body: (inout Self) throws(StoreError) -> Void
    ) throws(StoreError) {
        guard try lock.acquire(LOCK_EX, patience: patience) else {
            throw StoreError(
                .io, "\(lock.name) cannot be locked: its file system does not support locks; use another one")
        }
        try withExtendedLifetime(lock) { () throws(StoreError) in
            let before = try read(path)
            var content = before ?? none
            try body(&content)
            let text = content.text
            guard !text.hasSameBytes(as: (before ?? none).text) else { return }
            try Array(text.utf8).withRawBytes { bytes throws(StoreError) in
                try PrivateFile.replace(path, bytes)
            }
        }
    }
}

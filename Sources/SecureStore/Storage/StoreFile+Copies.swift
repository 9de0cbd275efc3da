private import SecureStorePlatform

/// Copies of other files, and damaged files that are set aside.
extension StoreFile {
    /// The store at a path, wherever it lies and whoever may read it there, to be copied from.
    ///
    /// Backup media often have neither owners nor modes, and the content proves itself.
    static func toCopy(from path: String) throws(StoreError) -> StoreFile {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw StoreError(.param, "a backup needs the path of a file")
        }
        let real = try resolved(path, path)
        guard let status = FileStatus(at: real) else {
            throw SystemError.error("\(real) cannot be reached", errno, missing: .noSuchKeychain)
        }
        guard status.isRegular, let slash = real.unicodeScalars.lastIndex(of: "/") else {
            throw StoreError(.invalidDBLocation, "\(real) is not a regular file; give the path of one")
        }
        return StoreFile(directory: String(real[..<slash]), name: DirectoryPath.name(of: real))
    }

    /// Tells whether both paths lead to the same file.
    func isSame(as other: StoreFile) -> Bool {
        guard let mine = try? FileIdentity(at: path) else { return false }
        return mine == (try? FileIdentity(at: other.path))
    }

    /// Refuses a file of a store that is open in this process as input.
    ///
    /// When a process closes any descriptor of a file, it gives up all of its record locks on it, including
    /// SQLite's. The next process that closes the store then takes itself for the last one, and removes the
    /// journal.
    static func checkInput(_ input: String) throws(StoreError) {
        guard let found = try FileIdentity(at: input, followingLinks: true) else { return }
        for path in OpenConnections.paths {
            for end in ["", "-wal", "-shm"] where try FileIdentity(at: path + end) == found {
                throw StoreError(
                    .param,
                    "\(input) is a file of an open store, and not an export; give the path of one that an export wrote"
                )
            }
        }
    }

    private static let bytesInAStep = 1 << 20

    /// Copies the bytes of a store, and of a journal beside it, to this empty file.
    ///
    /// `report` is given the number of bytes copied and the number of all bytes. The store is not changed,
    /// and its journal is not folded. Throws `databaseLocked` if somebody else changes one of the two
    /// meanwhile: between the copies a journal may be folded into the file, and begun again.
    func copyBytes(of source: StoreFile, report: (Int, Int) throws(StoreError) -> Void) throws(StoreError) {
        try Self.checkRollbackJournal(beside: source.path)
        try Header(of: source.path).check(source.path)
        let database = try RawDatabase(path: source.path)
        // Before the size, which a writer that ends now makes another one.
        let before = source.marks
        let size = try database.size()
        try Self.checkSize(size, of: source.path)
        try writing(to: path) { output throws(StoreError) in
            var offset: Int64 = 0
            while offset < size {
                let bytes = try database.bytes(at: offset, count: Self.bytesInAStep)
                guard !bytes.isEmpty else { break }
                try bytes.withRawBytes { bytes throws(StoreError) in try output.write(bytes) }
                offset += Int64(bytes.count)
                try report(Int(clamping: offset), Int(clamping: size))
            }
        }
        try copyJournal(of: source)
        guard source.marks == before else {
            throw StoreError(
                .databaseLocked,
                "a program writes to \(source.path); make a backup of it with backup(to:), and restore that")
        }
    }

    /// Numbers of which some are others after every change of the file or of its journal.
    private var marks: [[Int]?] { ["", "-wal"].map { FileStatus(at: path + $0)?.mark } }

    /// Refuses to copy a file so long that most of it can only be a hole.
    private static func checkSize(_ size: Int64, of path: String) throws(StoreError) {
        if let problem = PlausibleSize.problem(size, at: path) { throw StoreError(.invalidKeychain, problem) }
    }

    private func copyJournal(of source: StoreFile) throws(StoreError) {
        let journal = source.path + "-wal"
        let number = unsafe open(journal, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard number >= 0 else {
            if errno == ENOENT { return }
            throw SystemError.error("\(journal) cannot be opened", errno, missing: .io)
        }
        defer { close(number) }
        let input = try Descriptor(number, named: journal)
        guard input.isRegularFile else {
            throw StoreError(.invalidDBLocation, "\(journal) is not a regular file; move it away")
        }
        try Self.checkSize(Int64(input.size ?? 0), of: journal)
        let copy = sibling(name + "-wal")
        try copy.createEmpty()
        try writing(to: copy.path) { output throws(StoreError) in
            var buffer = [UInt8](repeating: 0, count: Self.bytesInAStep)
            var offset = 0
            while true {
                let count = try input.read(into: &buffer, at: offset)
                if count == 0 { return }
                try buffer.withRawBytes { bytes throws(StoreError) in
                    try output.write(bytes.extracting(0..<count))
                }
                offset += count
            }
        }
    }

    /// Opens for writing a file that no connection has open.
    private func writing(
        to path: String, _ body: (Descriptor) throws(StoreError) -> Void
    ) throws(StoreError) {
        let number = try SystemError.check(
            unsafe open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC), "\(path) cannot be opened")
        defer { close(number) }
        try body(try Descriptor(number, named: path))
    }

    /// Renames a file that cannot be opened, and the files that SQLite keeps beside it, to free names, and
    /// returns these.
    ///
    /// The file is renamed first: without its journal it could open, and would be as it was before the
    /// changes in there. Throws `databaseLocked` when a process has the file open, because its changes would
    /// go where nobody looks.
    func setAside() throws(StoreError) -> [String] {
        guard exists else { return try setAside(as: "left") }
        let database = try RawDatabase(path: path)
        try database.lock()
        return try withExtendedLifetime(database) { () throws(StoreError) in try setAside(as: "damaged") }
    }

    private func setAside(as word: String) throws(StoreError) -> [String] {
        let suffixes = ([""] + Self.companions).filter { PrivateFile.exists(path + $0) }
        for number in 1..<10_000 {
            let aside = sibling("\(name).\(word)-\(number)")
            guard suffixes.allSatisfy({ !PrivateFile.exists(aside.path + $0) }) else { continue }
            for suffix in suffixes { try sibling(name + suffix).move(to: sibling(aside.name + suffix)) }
            return suffixes.map { aside.path + $0 }
        }
        throw StoreError(
            .duplicateKeychain, "there are too many files named \(name).\(word)-...; move some away")
    }
}

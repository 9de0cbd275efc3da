private import SecureStorePlatform

/// Input that is read twice: a file from its current position, a pipe from a copy of the first reading.
package final class RereadFile {
    private let input: Descriptor
    private let isOurs: Bool
    private let start: Int
    /// The number of bytes to read; nil when it is not known.
    private let size: Int?
    /// The copy of a pipe, in a file that no longer has a name.
    private let copy: Descriptor?
    private var offset = 0
    private var isFirstTime = true

    /// Opens a file, or anything else that can be read; the copy of a pipe lies in `directory`.
    convenience init(path: String, copiesIn directory: String) throws(StoreError) {
        // Opening does not wait for a writer of a named pipe; reading from it waits, with a deadline.
        let number = try SystemError.check(
            unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), "\(path) cannot be opened",
            missing: .noSuchKeychain)
        do throws(StoreError) {
            try self.init(try Descriptor(number, named: path), isOurs: true, copiesIn: directory)
        } catch {
            close(number)
            throw error
        }
    }

    /// Reads from the current position of a descriptor, which stays open.
    convenience init(
        descriptor: Int32, named name: String? = nil, copiesIn directory: String
    ) throws(StoreError) {
        let input = try Descriptor(descriptor, named: name ?? "descriptor \(descriptor)")
        try self.init(input, isOurs: false, copiesIn: directory)
    }

    private init(_ input: Descriptor, isOurs: Bool, copiesIn directory: String) throws(StoreError) {
        let start = isOurs ? 0 : input.offset
        (self.input, self.isOurs, self.start) = (input, isOurs, start)
        size = input.size.map { $0 - start }
        copy = input.isRegularFile ? nil : try Self.namelessFile(in: directory)
    }

    deinit {
        if let copy { close(copy.number) }
        if isOurs { close(input.number) }
    }

    private static func namelessFile(in directory: String) throws(StoreError) -> Descriptor {
        var number = unsafe platform_nameless_file(directory)
        if number < 0, [EOPNOTSUPP, EISDIR, EINVAL, ENOENT].contains(errno) {
            // For a file system without unnamed files; the name is removed at once.
            let path = directory + "/import"
            let (temporary, hidden) = try NewFile.openHidden(for: path)
            _ = unsafe unlink(temporary)
            number = hidden
            do throws(StoreError) { try PrivateFile.synchronizeDirectory(of: path) } catch {
                close(hidden)
                throw error
            }
        }
        try SystemError.check(
            number, "\(directory) takes no temporary file", missing: .invalidDBLocation)
        do throws(StoreError) { return try Descriptor(number, named: "the copy of the input") } catch {
            close(number)
            throw error
        }
    }

    /// Fills the buffer and returns the number of bytes read; fewer than fit only at the end.
    func read(into buffer: inout [UInt8]) throws(StoreError) -> Int {
        let count: Int
        if let copy, !isFirstTime {
            count = try copy.read(into: &buffer, at: offset)
        } else {
            count = try input.read(into: &buffer, at: start + offset)
            if let copy {
                try buffer.withRawBytes { bytes throws(StoreError) in
                    try copy.write(bytes.extracting(0..<count))
                }
            }
        }
        offset += count
        return count
    }

    /// Estimates a total from the count in the bytes read so far; for a pipe, returns the count itself.
    func estimate(after count: Int) -> Int {
        guard let size, count > 0 else { return count }
        return max(count, size / max(1, offset / count))
    }

    /// Goes back to the beginning, after the first reading has reached the end.
    func rewind() {
        guard offset > 0 else { return }
        (offset, isFirstTime) = (0, false)
    }
}

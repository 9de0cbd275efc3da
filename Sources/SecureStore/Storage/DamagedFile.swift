private import Glibc

/// A file that is only looked at: SQLite is never let near it, and nothing is written.
final class DamagedFile {
    let byteCount: Int
    private let descriptor: Descriptor

    /// Opens a regular file; nil when there is none of that name.
    init?(_ path: String) throws(StoreError) {
        let number = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard number >= 0 else {
            if errno == ENOENT { return nil }
            throw SystemError.error("\(path) cannot be opened", errno, missing: .noSuchKeychain)
        }
        do throws(StoreError) { descriptor = try Descriptor(number, named: path) } catch {
            close(number)
            throw error
        }
        var status = stat()
        let isKnown = unsafe fstat(number, &status) == 0
        byteCount = isKnown ? Int(status.st_size) : 0
        guard isKnown, descriptor.isRegularFile else {
            throw StoreError(.invalidDBLocation, "\(path) is not a regular file")
        }
    }

    deinit { close(descriptor.number) }

    /// So many bytes from a place; nil when they do not all exist or cannot be read.
    ///
    /// A disk that fails in one place may still give the others.
    func bytes(at place: Int, count: Int) -> [UInt8]? {
        guard place >= 0, count >= 0, place <= byteCount - count else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        do throws(StoreError) {
            return try descriptor.read(into: &bytes, at: place) == count ? bytes : nil
        } catch { return nil }
    }
}

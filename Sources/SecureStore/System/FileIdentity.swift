private import SecureStorePlatform

/// Identifies a file apart from its name: another file of the same name has another identity.
struct FileIdentity: Equatable {
    private let device: dev_t
    private let number: ino_t

    /// The identity of the file at a path, or with links of what they lead to; nil when there is none.
    init?(at path: String, followingLinks: Bool = false) throws(StoreError) {
        var status = stat()
        let code = unsafe followingLinks ? stat(path, &status) : lstat(path, &status)
        guard code == 0 else {
            let failure = errno
            if failure == ENOENT { return nil }
            throw SystemError.error("\(path) cannot be reached", failure, missing: .notAvailable)
        }
        (device, number) = (status.st_dev, status.st_ino)
    }
}

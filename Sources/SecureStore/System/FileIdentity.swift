private import SecureStorePlatform

/// Which file it is that has a name: another one of the same name has another identity.
struct FileIdentity: Equatable {
    private let device: dev_t
    private let number: ino_t

    /// The identity of what lies at a path, links not followed; nil when nothing does.
    init?(at path: String) throws(StoreError) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else {
            let failure = errno
            if failure == ENOENT { return nil }
            throw SystemError.error("\(path) cannot be reached", failure, missing: .notAvailable)
        }
        (device, number) = (status.st_dev, status.st_ino)
    }
}

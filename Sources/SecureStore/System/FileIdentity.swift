private import Glibc

/// Which file it is that has a name: another one of the same name has another identity.
struct FileIdentity: Equatable {
    private let device: dev_t
    private let number: ino_t

    /// The identity of what lies at a path, links not followed; nil, with `errno`, when nothing can be seen there.
    init?(of path: String) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        (device, number) = (status.st_dev, status.st_ino)
    }
}

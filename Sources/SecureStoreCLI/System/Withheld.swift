private import FoundationEssentials
private import Glibc
private import SecureStorePlatform

/// Whatever leads to the passphrase, which opens all of the store: no program that the command starts gets
/// it.
enum Withheld {
    private static let prefix = "SECURESTORE_PASSPHRASE"
    private static let credentials = "CREDENTIALS_DIRECTORY"

    /// The variables of the environment that hold the passphrase or say where it is.
    ///
    /// The directory of a service's credentials is one of them if the passphrase is in it.
    static var variables: Set<String> {
        let names: Set = [prefix, prefix + "_FD", prefix + "_FILE", prefix + "_COMMAND"]
        return credential == nil ? names : names.union([credentials])
    }

    /// The descriptors from which the passphrase can be read, whichever source counts, and also after it was
    /// read: who has a file open can begin again.
    static var descriptors: [Int32] {
        let named = Terminal.value(prefix + "_FD").flatMap { Int32($0) }
        var files = Set(
            [Terminal.value(prefix + "_FILE"), credential].compactMap { $0 }.compactMap(File.init))
        if let named, let file = File(descriptor: named) { files.insert(file) }
        let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.compactMap {
            Int32($0)
        }
        return (open ?? Array(0...2) + (named.map { [$0] } ?? []))
            .filter { File(descriptor: $0).map(files.contains) ?? false }
    }

    /// Closes these descriptors in every program that this one starts or becomes; returns those that were
    /// open there.
    ///
    /// The first three stay: a program may count on them.
    @discardableResult
    static func closeDescriptorsWhenReplaced() -> [Int32] {
        descriptors.filter { descriptor in
            descriptor > STDERR_FILENO && fcntl(descriptor, F_GETFD) == 0
                && fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
        }
    }

    /// The environment without `names` and, but for programs of ours, without what leads to the passphrase;
    /// for as long as nobody changes it.
    static func environment(
        without names: Set<String> = [], isOurs: Bool = false
    ) -> [UnsafeMutablePointer<CChar>?] {
        let names = isOurs ? names : variables.union(names)
        var entries: [UnsafeMutablePointer<CChar>?] = unsafe []
        var next = unsafe Glibc.environ
        while let entry = unsafe next.pointee {
            // Only the name: the value may be a secret.
            let name = unsafe UnsafeRawBufferPointer(start: entry, count: strcspn(entry, "="))
            if unsafe !names.contains(String(decoding: name, as: UTF8.self)) { unsafe entries.append(entry) }
            unsafe next += 1
        }
        return unsafe entries
    }

    /// The file of the service credential that holds the passphrase; nil when there is none.
    private static var credential: String? {
        let path = Terminal.value(credentials).map { $0 + "/securestore.passphrase" }
        return path.flatMap { unsafe access($0, F_OK) == 0 || errno != ENOENT ? $0 : nil }
    }

    /// A file or pipe, by whatever name or descriptor it is reached; terminals and devices hold no
    /// passphrase.
    private struct File: Hashable {
        let device: dev_t
        let number: ino_t

        init?(_ path: String) {
            var facts = stat()
            guard unsafe stat(path, &facts) == 0 else { return nil }
            self.init(facts)
        }

        init?(descriptor: Int32) {
            var facts = stat()
            guard unsafe fstat(descriptor, &facts) == 0 else { return nil }
            self.init(facts)
        }

        private init?(_ facts: stat) {
            guard facts.st_mode & S_IFMT != S_IFCHR else { return nil }
            (device, number) = (facts.st_dev, facts.st_ino)
        }
    }
}

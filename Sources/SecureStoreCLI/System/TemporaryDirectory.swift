import FoundationEssentials
private import Glibc

/// A new directory that only this user can enter.
struct TemporaryDirectory {
    let path: String

    /// Makes one in the system's place for them.
    init() throws(CommandError) {
        var parent = ProcessInfo.processInfo.environment["TMPDIR"] ?? ""
        if parent.isEmpty { parent = "/tmp" }
        // The system call makes it with mode 700 and a name that nothing had before.
        var template = Array((parent + "/securestore-tour-XXXXXX").utf8CString)
        guard unsafe mkdtemp(&template) != nil else {
            throw .failure(
                "no temporary directory can be made in \(parent): \(SystemMessage.last)",
                hint: "TMPDIR names another place")
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The files in it.
    func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }

    /// What a file in it holds.
    func contents(of file: String) throws -> Data {
        guard let contents = FileManager.default.contents(atPath: path + "/" + file) else {
            throw CommandError.failure("\(path)/\(file) cannot be read")
        }
        return contents
    }

    /// The permissions of a file in it; nil when there is no such file.
    func mode(of file: String) -> UInt32? {
        var status = stat()
        guard unsafe lstat(path + "/" + file, &status) == 0 else { return nil }
        return status.st_mode & 0o777
    }

    func remove() throws(CommandError) {
        do { try FileManager.default.removeItem(atPath: path) } catch {
            throw .failure("the temporary directory \(path) cannot be removed")
        }
    }
}

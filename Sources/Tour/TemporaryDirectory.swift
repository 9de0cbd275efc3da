import Foundation

/// A new directory that only this user can enter.
struct TemporaryDirectory {
    let path: String

    /// Makes one in the system's place for them.
    init() throws(TourError) {
        var parent = ProcessInfo.processInfo.environment["TMPDIR"] ?? ""
        if parent.isEmpty { parent = "/tmp" }
        path = parent + "/securestore-tour-" + UUID().uuidString
        do {
            // An error if there is something of that name.
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        } catch {
            throw TourError("no temporary directory can be made in \(parent); TMPDIR names another place")
        }
    }

    /// The files in it.
    func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }

    /// What a file in it holds.
    func contents(of file: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: path + "/" + file))
    }

    /// The permissions of a file in it.
    func mode(of file: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path + "/" + file)[.posixPermissions] as? Int
    }

    func remove() throws { try FileManager.default.removeItem(atPath: path) }
}

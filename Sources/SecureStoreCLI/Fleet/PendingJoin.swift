import SecureStore

/// A request of this machine that nobody has answered yet, in a file beside the store that is to be.
///
/// It holds the fleet's identifier and the request, of which neither is secret: the code follows from the
/// machine's device key. So a join that was interrupted goes on with the same code.
struct PendingJoin {
    let path: String
    private static let header = "securestore join 2"
    private static let longest = 4_096

    init(for store: String) { path = store + ".join" }

    func read(_ fleet: String) throws -> [UInt8]? {
        guard FileFacts(path) != nil else { return nil }
        guard let (asked, bytes) = try contents() else {
            throw CommandError.failure("\(path) is not a request to join", hint: again)
        }
        try require(asked == fleet, "this machine has asked to join another fleet, \(asked)", hint: again)
        return bytes
    }

    /// The fleet that was asked, and the request; nil for whatever is not a file that `write` has made.
    private func contents() throws -> (fleet: String, request: [UInt8])? {
        guard FileFacts(path)?.kind == .file else { return nil }
        let contents = try SecretInput.file(path, limit: Self.longest)
        let lines = contents.text(0..<contents.count)?.cut(at: "\n") ?? []
        guard lines.count == 3, lines[0] == Self.header, let bytes = Hexadecimal.bytes(of: String(lines[2]))
        else { return nil }
        return (String(lines[1]), bytes)
    }

    var again: String { "remove \(path) to ask again" }

    func write(_ fleet: String, _ request: [UInt8]) throws {
        let text = [Self.header, fleet, Hexadecimal.text(of: request), ""].joined(separator: "\n")
        try OutputFile.put(try SecretBytes(copying: text.utf8), at: path)
    }

    /// Called once the machine has joined: then the request is of no use.
    func remove() {
        guard (try? contents()) != nil else { return }
        // If it stays, the next join finds the replica first.
        OutputFile.remove(path)
    }
}

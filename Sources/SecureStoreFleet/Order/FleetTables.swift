private import SecureStore

/// The names of the tables, quoted, for one schema.
struct FleetTables: Sendable {
    /// The version of the tables that this side writes, and the newest that it reads.
    static let version: Int64 = 1

    let name: String
    /// The name of the schema, quoted.
    let schema: String

    init(schema: String) throws(ServerError) {
        (name, self.schema) = (schema, try Self.quoted(schema, "schema"))
    }

    var version: String { schema + ".version" }
    var fleet: String { schema + ".fleet" }
    var item: String { schema + ".item" }
    var link: String { schema + ".link" }
    var handover: String { schema + ".handover" }
    var request: String { schema + ".request" }
    var host: String { schema + ".host" }

    /// A name in quotes, as SQL takes any name.
    static func quoted(_ name: String, _ what: String) throws(ServerError) -> String {
        guard (1...63).contains(name.utf8.count), !name.utf8.contains(0) else {
            throw ServerError(.unusable, "the name of a \(what) has 1 to 63 bytes")
        }
        return "\"" + name.cut(at: "\"", keepingEmpty: true).joined(separator: "\"\"") + "\""
    }
}

/// The greatest sizes and numbers of the server's values.
enum FleetLimits {
    static let identifier = 16
    static let link = 32
    static let state = 64 << 10
    static let handover = 64 << 10
    static let request = 64 << 10
    /// The largest request that is looked at: the code of a host opens none that is larger.
    static let openRequest = 1 << 10
    static let hostName = 4 << 10
    static let keys = 1 << 20
    static let content = 18 << 20 + 64 << 10
    /// The most heads of handovers read at once.
    static let handovers = 1_000
    /// The most small things that are read as a whole.
    static let count = 100_000
}

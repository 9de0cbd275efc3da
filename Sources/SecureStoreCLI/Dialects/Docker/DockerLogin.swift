import SecureStore
import SecureStoreJSON

/// A login to a registry: a generic password with the registry's address, as docker writes it, as its
/// service.
struct DockerLogin {
    let server: String
    let username: String
    let secret: SecretBytes

    /// Tells docker's items from others that have an address as their service.
    private static let kind = "Docker Credentials"

    static var query: Query<GenericPassword> {
        Query<GenericPassword>().where(.kind, equals: kind)
    }

    static func keep(_ login: DockerLogin, in store: ItemStore) throws {
        var item = GenericPassword(service: login.server, account: login.username, label: kind)
        item.kind = kind
        try store.transaction { changes throws(StoreError) in
            try changes.deleteIfPresent(query.where(.service, equals: login.server))
            guard try changes.count(Query(identityOf: item)) == 0 else {
                throw StoreError(
                    .duplicateItem,
                    "there is another login of that address and user, which is not docker's; securestore "
                        + "edit gives it another name")
            }
            try changes.set(item, secret: login.secret)
        }
    }

    static func find(_ server: String, in store: ItemStore) throws -> DockerLogin {
        guard let match = try store.first(query.where(.service, equals: server)), let secret = match.secret
        else { throw CommandError.failure("credentials not found in native keychain") }
        try require(secret.isText, "the secret is not text")
        return DockerLogin(server: server, username: match.item.account, secret: secret)
    }

    static func list(in store: ItemStore) throws -> String {
        var users: [(name: String, value: JSON)] = []
        try store.list(query, returning: .attributes) {
            users.append(($0.item.service, .string($0.item.account)))
        }
        users.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        return JSON.object(users).text(.go)
    }

    func json() throws -> SecretBytes {
        let members: [(name: String, value: JSON)] = [
            ("ServerURL", .string(server)), ("Username", .string(username)), ("Secret", .secret(secret)),
        ]
        return try JSON.object(members).secret(.go)
    }
}

extension DockerLogin {
    private static let limit = 1 << 20

    static func input() throws -> SecretBytes {
        try SecretInput.read(SecretInput.descriptor, named: "standard input", limit: limit)
    }

    init(_ input: SecretBytes) throws {
        let request = try JSONValue(input)
        server = try request["ServerURL"]?.text() ?? ""
        guard !server.isEmpty else { throw Self.missingServer }
        username = try request["Username"]?.text() ?? ""
        try require(!username.isEmpty, "no credentials username")
        secret = try request["Secret"]?.secret() ?? SecretBytes(copying: [])
    }

    static func server(_ input: SecretBytes) throws -> String {
        let server = try require(
            input.text(input.trimmed(0..<input.count)), "the credentials server URL is not text")
        guard !server.isEmpty else { throw missingServer }
        return server
    }

    private static let missingServer = CommandError.failure("no credentials server URL")
}

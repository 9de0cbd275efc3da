package import SecureStoreCLI

/// A look at the service that another program is, over a session that hides secrets on the bus.
package struct SecretServiceClient {
    private let bus: BusConnection
    private let name: String
    private let root = "/org/freedesktop/secrets"
    private let interface = "org.freedesktop.Secret."

    package init(_ bus: BusConnection, of name: String) { (self.bus, self.name) = (bus, name) }

    /// Hands over all items of all collections but the one that ends with the session, in the order of their
    /// paths.
    package func items(_ body: (KeyringItem) throws -> Void) throws {
        // The call starts one that is started on demand.
        guard let usual = try? call(root, "Service", "ReadAlias", [.text("default")]).first?.path,
            let process = try? bus.credentials(of: name).process, !SecretServiceOwner(process: process).isOurs
        else { throw BusFailure("no other program answers as \(name)") }
        var path = ""
        let agreed = try SessionKey.agree { publicKey in
            let answer = try call(
                root, "Service", "OpenSession", [.text(Session.agreed), .variant(.bytes(publicKey))])
            guard answer.count == 2, let key = answer[0].content?.bytes, let own = answer[1].path else {
                throw BusError.invalidArguments("the answer has other values than it should")
            }
            path = own
            return key
        }
        let session = Session(client: "", key: agreed)
        let collections = try properties(root, "Service", ["Collections"])["Collections"]?.parts ?? []
        for collection in collections.compactMap(\.path).filter({ !$0.hasSuffix("/session") }).sorted() {
            let facts = try properties(collection, "Collection", ["Label", "Items"])
            let label = collection == usual ? "" : facts["Label"]?.text ?? ""
            for item in (facts["Items"]?.parts ?? []).compactMap(\.path).sorted() {
                do { try body(try self.item(item, in: label, session, path)) } catch let error as BusError {
                    throw BusFailure("\(item): \(error.words)")
                }
            }
        }
    }

    private func item(
        _ item: String, in collection: String, _ session: Session, _ path: String
    ) throws -> KeyringItem {
        let facts = try properties(item, "Item", ["Locked", "Label", "Attributes"])
        let isLocked = facts["Locked"]?.bool ?? true
        let parts =
            try isLocked ? nil : call(item, "Item", "GetSecret", [.path(path)]).first?.parts
        return KeyringItem(
            collection: collection, label: facts["Label"]?.text ?? "",
            attributes: facts["Attributes"]?.texts ?? [],
            secret: try parts.map { parts in
                let (secret, type) = try session.secret(in: parts)
                return (bytes: secret, contentType: type)
            })
    }

    private func properties(
        _ path: String, _ type: String, _ names: [String]
    ) throws -> [String: BusValue] {
        let properties = try bus.call(
            name, path, "org.freedesktop.DBus.Properties", "GetAll", [.text(interface + type)])
        let entries = try properties.values().first?.entries ?? []
        return Dictionary(
            entries.filter { names.contains($0.name) }.compactMap { entry in
                entry.value.content.map { (entry.name, $0) }
            }, uniquingKeysWith: { $1 })
    }

    private func call(
        _ path: String, _ type: String, _ member: String, _ values: [BusValue] = []
    ) throws -> [BusValue] { try bus.call(name, path, interface + type, member, values).values() }
}

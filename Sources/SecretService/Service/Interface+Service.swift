import SecureStoreCLI

extension Interface {
    static let service = Interface(
        name: prefix + "Service",
        methods: [
            Method("OpenSession", "sv", "vo") { service, call in
                guard let algorithm = call.values[0].text, let input = call.values[1].content else {
                    throw misread
                }
                let (session, output) = try Session.open(algorithm, input, for: call.client)
                return [.variant(output), .path(try service.add(session).path)]
            },
            Method("CreateCollection", "a{sv}s", "oo") { service, call in
                let label = try property("Collection.Label", "s", in: call.values[0])?.text
                let alias = call.values[1].text ?? ""
                let name = try service.makeCollection(
                    label ?? "", alias: alias, for: call.client)
                return [.path(ServiceObject.collection(name).path), .path(ServiceObject.none)]
            },
            Method("SearchItems", "a{ss}", "aoao") { service, call in
                let found = try service.search(
                    try attributes(call.values[0]), in: nil, for: call.client)
                return [.paths(found.unlocked), .paths(found.locked)]
            },
            Method("Unlock", "ao", "aoo") { service, call in
                let (unlocked, prompt) = try service.unlock(try paths(call.values[0]), for: call.client)
                return [.paths(unlocked), .path(prompt)]
            },
            Method("Lock", "ao", "aoo") { service, call in
                let locked = try service.lock(try paths(call.values[0]), for: call.client)
                return [.paths(locked), .path(ServiceObject.none)]
            },
            Method("GetSecrets", "aoo", "a{o(oayays)}") { service, call in
                let session = try service.session(call.values[1].path ?? "", of: call.client)
                let secrets = try service.secrets(try paths(call.values[0]), for: call.client, in: session)
                return [.list(of: "{o(oayays)}", secrets)]
            },
            Method("ReadAlias", "s", "o") { service, call in
                guard let name = service.collection(alias: call.values[0].text ?? ""),
                    service.isVisible(name, call.client)
                else { return [.path(ServiceObject.none)] }
                return [.path(ServiceObject.collection(name).path)]
            },
            Method("SetAlias", "so", "") { service, call in
                try service.setAlias(
                    call.values[0].text ?? "", to: call.values[1].path ?? "", for: call.client)
                return []
            },
        ],
        properties: [
            Property("Collections", "ao") { service, call in
                let names = service.collectionNames.filter { service.isVisible($0, call.client) }
                return .paths(names.map { ServiceObject.collection($0).path })
            }
        ],
        signals: [("CollectionCreated", "o"), ("CollectionDeleted", "o"), ("CollectionChanged", "o")])

    static let misread = BusError.invalidArguments("the call has other values than its signature says")

    static func paths(_ value: BusValue) throws -> [String] {
        guard let parts = value.parts else { throw misread }
        return parts.compactMap(\.path)
    }

    /// A property of what is to be made; nil if it is not given.
    static func property(_ name: String, _ signature: String, in properties: BusValue) throws -> BusValue? {
        let value = properties.entries?.first { $0.name == prefix + name }?.value.content
        guard value?.signature ?? signature == signature else {
            throw BusError.invalidArguments("\(name) has the type \(signature)")
        }
        return value
    }

    /// The attributes in a value, each name once; their number and size have bounds.
    static func attributes(_ value: BusValue) throws -> [AttributeIndex.Pair] {
        guard let texts = value.texts else { throw misread }
        guard texts.count <= 256,
            texts.reduce(0, { $0 + $1.name.utf8.count + $1.value.utf8.count }) <= 1 << 16
        else {
            throw BusError.tooMany("an item has at most 256 attributes, of 65,536 bytes together")
        }
        return SecretToolItem(texts).attributes
    }
}

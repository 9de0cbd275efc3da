import SecureStore

/// What a command line says about which item it means.
///
/// A server makes it an internet password, everything else a generic one; to look for one, a host may stand in the
/// place of the service.
struct ItemWords {
    static let operands = [
        Operand("SERVICE", .stored(.place), isOptional: true),
        Operand("ACCOUNT", .stored(.account), isOptional: true),
    ]
    static let options: [Option] = [.service, .account] + internetOptions + [.group]
    private static let internetOptions: [Option] = [.server, .port, .path, .proto]

    /// What may be a service or a host; ``service`` is the same text.
    var place: String?
    var service: String?
    var account: String?
    var server: String?
    let port: Int?
    var path: String?
    let proto: InternetProtocol?
    var group: String?

    var isInternet: Bool { server != nil }
    /// Whether they name anything.
    var isGiven: Bool { service != nil || account != nil || server != nil }

    /// Reads the options, and the operands that stand for service and account.
    init(_ arguments: Arguments) throws(CommandError) {
        try self.init(arguments, operands: arguments.operands[...])
    }

    /// Reads the options, and these operands.
    init(_ arguments: Arguments, operands: ArraySlice<String>) throws(CommandError) {
        server = arguments.value(of: .server)
        port = try arguments.number(of: .port, in: 0...65_535)
        path = arguments.value(of: .path)
        proto = arguments.value(of: .proto).map { InternetProtocol(spelling: $0) }
        group = arguments.value(of: .group)
        var operands = operands
        if server == nil {
            if let option = Self.internetOptions.first(where: { arguments.has($0) }) {
                throw arguments.usage("\(option.spelling) is for internet passwords, and needs --server")
            }
            place = arguments.has(.service) ? nil : operands.popFirst()
            service = arguments.value(of: .service) ?? place
        } else {
            guard !arguments.has(.service) else {
                throw arguments.usage("--service and --server exclude each other")
            }
            (place, service) = (nil, nil)
        }
        account = arguments.value(of: .account) ?? operands.popFirst()
        if let extra = operands.first {
            throw arguments.usage("\(Terminal.quoted(extra)) is one word too many")
        }
    }

    /// `SERVICE` or `SERVICE/ACCOUNT`, where a host may stand in the place of the service; the last slash counts.
    init(item text: Substring) {
        let end = text.lastIndex(of: "/")
        self.init(
            place: String(text[..<(end ?? text.endIndex)]),
            account: end.map { String(text[text.index(after: $0)...]) })
    }

    /// A service or a host, and an account.
    init(place: String, account: String?) {
        (self.place, service, self.account) = (place, place, account)
        (server, port, path, proto, group) = (nil, nil, nil, nil, nil)
    }

    /// Refuses words that would mean any item.
    func requireSome(_ arguments: Arguments) throws(CommandError) {
        guard !isGiven else { return }
        throw arguments.usage("\(arguments.command.name) needs a service, an account or a server")
    }

    // MARK: - As items

    var genericPassword: GenericPassword {
        GenericPassword(service: service ?? "", account: account ?? "", accessGroup: group)
    }

    var internetPassword: InternetPassword {
        get throws(StoreError) {
            try InternetPassword(
                server: server ?? "", account: account ?? "", protocol: proto, port: port ?? 0,
                path: path ?? "", accessGroup: group)
        }
    }

    // MARK: - As queries

    var genericQuery: Query<GenericPassword> {
        var query = Query<GenericPassword>().synchronizable(.any)
        if let service { query = query.where(.service, equals: service) }
        if let account { query = query.where(.account, equals: account) }
        if let group { query = query.where(.accessGroup, equals: group) }
        return query
    }

    var internetQuery: Query<InternetPassword> {
        var query = Query<InternetPassword>().synchronizable(.any)
        if let place {
            let (host, port) = HostAndPort.split(place)
            query = query.where(.server, equals: host)
            if port > 0 { query = query.where(.port, equals: port) }
        }
        if let server { query = query.where(.server, equals: server) }
        if let account { query = query.where(.account, equals: account) }
        if let port { query = query.where(.port, equals: port) }
        if let path { query = query.where(.path, equals: path) }
        if let proto { query = query.where(.protocol, equals: proto) }
        if let group { query = query.where(.accessGroup, equals: group) }
        return query
    }
}

import FoundationEssentials
import SecureStore

/// A login as other programs know it.
struct PlainItem: Sendable {
    typealias Field = (name: String, secret: SecretBytes)
    typealias Earlier = (replaced: Date, secret: SecretBytes)

    /// The title that people see: the label of an internet password, else the service.
    let title: String
    /// The label of a generic password, where it is another name than its service; else empty.
    let label: String
    let account: String
    let folder: String
    let kind: String
    let server: String?
    /// The address of an internet password; nil if it is none that other programs know, or if they would
    /// read another host, port or protocol in it.
    let url: String?
    /// False if the first address has no room for the path as it is, as for slashes around it.
    private let keepsPath: Bool
    let secret: SecretBytes
    /// All addresses, that of the item first.
    let addresses: [SecretBytes]
    let code: SecretBytes?
    let notes: SecretBytes?
    /// The other parts.
    let fields: [Field]
    /// The passwords before the present one, the latest first.
    let earlier: [Earlier]
    /// The loss, in a list without services, of a generic password whose address makes it another item.
    let serviceLosses: [String]
    /// The parts that no list can hold.
    private let unreadable: [String]
    let name: String
    private let attributes: Set<AttributeName>
    /// True for a login of a host that git may use.
    let isOfGit: Bool

    init(_ match: ItemMatch<some PasswordItem>, _ secret: SecretBytes, _ earlier: [Earlier]) throws {
        let (item, attributes, label) = (match.item, match.item.attributes, match.item.label ?? "")
        let (internet, place) = (
            item as? InternetPassword, attributes.column(.service) + attributes.column(.server)
        )
        isOfGit = internet?.isOfGit ?? false
        (server, url) = (internet?.server, try internet.flatMap(Self.url))
        (title, account) = (internet == nil || label.isEmpty ? place : label, item.account)
        self.label = internet == nil && !place.isEmpty && label != place ? label : ""
        (folder, kind, self.secret, name) = (item.comment ?? "", item.kind ?? "", secret, attributes.name)
        self.earlier = earlier.filter(\.secret.isText)
        let parts = match.parts.filter(\.secret.isText)
        unreadable =
            match.parts.filter { !$0.secret.isText }.map { "part \($0.name), which is not text" }
            + earlier.filter { !$0.secret.isText }.map { _ in "earlier password, which is not text" }
        (code, notes) = (parts["otp"], parts["notes"])
        fields = parts.filter { !["otp", "notes"].contains($0.name) && !$0.isAddress }
            .map { ($0.name, $0.secret) }
        let further = parts.filter(\.isAddress).map(\.secret)
        // A part has the whole of the item's own address if there is a user in it.
        let isWhole = try further.first.map { try $0.hasUser(at: internet) } ?? false
        addresses = try isWhole ? further : (url.map { [try SecretBytes(utf8: $0)] } ?? []) + further
        let isLost = try title.isEmpty ? !addresses.isEmpty : addresses.contains { try $0.place() != nil }
        serviceLosses = internet == nil && isLost ? ["service, as an import takes its address instead"] : []
        let path = try addresses.first?.place()?.path
        keepsPath = internet.map { path?.hasSameBytes(as: $0.path) ?? true } ?? true
        let hosts = Set(further.flatMap(\.hosts))
        let names = attributes.column(.alias).split(whereSeparator: \.isNewline).map { String($0) }
        self.attributes = Set(
            Self.named.map(\.name).filter { name in
                // An import makes the further names again from the addresses.
                if name == .alias, hosts.isSuperset(of: names) { return false }
                // Programs take https where a list has no protocol.
                if name == .protocol, internet?.protocol == .https { return false }
                guard let value = attributes[name], !value.isEmpty else { return false }
                return name != .label || value.text != place
            })
    }

    /// All of the item that a format does not have.
    func lost(in format: PlainFormat) -> [String] {
        Self.named.filter { row in
            // The name of a generic password is its service, but where there is room for both.
            let hasRoom = server != nil || (format.kept.contains(.service) && !label.isEmpty)
            let isKept =
                format.kept.contains(row.name) && (row.name != .label || hasRoom)
                && (row.name != .path || keepsPath)
            return attributes.contains(row.name) && !isKept
        }.compactMap(\.noun) + format.lostParts(self) + unreadable
    }

    /// All parts that are not the item's address, by what they are.
    var parts: [String] {
        (code == nil ? [] : ["key of one-time codes"]) + (notes == nil ? [] : ["notes"])
            + addresses.dropFirst(url == nil ? 0 : 1).map { _ in "further address" }
            + fields.map { "field \($0.name)" }
    }

    var addressRefusal: String? {
        server != nil && url == nil ? "its host or protocol is not one of addresses" : nil
    }

    /// The service of a generic password that an import would not know by the title alone; else empty.
    var service: String { server == nil && (!label.isEmpty || !addresses.isEmpty) ? title : "" }

    private static let named = (NamedAttribute.ofDescriptions + NamedAttribute.ofNames).filter {
        $0.noun != nil
    }

    /// An address with `https` where the item has no protocol; nil if its host is none.
    private static func url(of item: InternetPassword) throws -> String? {
        let scheme = item.protocol.map(\.spelling) ?? "https"
        func isPlain(_ text: String, _ others: String) -> Bool {
            !text.isEmpty
                && text.utf8.allSatisfy { byte in
                    let scalar = Unicode.Scalar(byte)
                    return byte > 0x20 && byte != 0x7f && !others.unicodeScalars.contains(scalar)
                }
        }
        guard isPlain(scheme, ":/?#@"), isPlain(item.server, "/?#@") else { return nil }
        let path = item.path.utf8.map { byte in
            byte > 0x20 && byte < 0x7f && byte != UInt8(ascii: "%")
                ? String(Unicode.Scalar(byte)) : "%" + Hexadecimal.text(of: [byte])
        }.joined()
        let url =
            scheme + "://" + item.server + (item.port > 0 ? ":\(item.port)" : "")
            + (path.isEmpty || path.hasPrefix("/") ? path : "/" + path)
        // An address of IPv6 without brackets would take the port into the host.
        guard let place = try SecretBytes(utf8: url).place(), place.scheme.hasSameBytes(as: scheme),
            place.server.hasSameBytes(as: item.server), place.port == item.port
        else { return nil }
        return url
    }
}

extension SecretPart {
    fileprivate var isAddress: Bool {
        name == "url" || name.hasPrefix("url ") && Int(name.dropFirst(4)) != nil
    }
}

extension SecretBytes {
    fileprivate func hasUser(at item: InternetPassword?) throws -> Bool {
        guard let item, SplitURL(self)?.user != nil, let place = try place() else { return false }
        return place.server.hasSameBytes(as: item.server) && place.port == item.port
            && place.path.hasSameBytes(as: item.path)
    }
}

/// A password for a server on the internet.
///
/// It is identified by server, account, protocol, port, path, security domain and authentication type.
public struct InternetPassword: PasswordItem {
    /// Internet passwords.
    public static var itemClass: ItemClass { .internetPassword }
    /// All attributes by name.
    public private(set) var attributes: ItemAttributes

    /// Creates a password for an account of a server; throws ``StoreStatus/param`` when the port is not
    /// valid.
    ///
    /// The store compares names byte by byte, and Swift by what they look like: see
    /// ``ItemAccess/add(_:secret:)``.
    public init(
        server: String, account: String = "", securityDomain: String = "",
        protocol: InternetProtocol? = nil, authenticationType: AuthenticationType? = nil, port: Int = 0,
        path: String = "", label: String? = nil, accessGroup: String? = nil, isSynchronizable: Bool = false
    ) throws(StoreError) {
        guard 0...65_535 ~= port else { throw StoreError(.param, "port \(port) is not between 0 and 65535") }
        attributes = ItemAttributes(
            .internetPassword, accessGroup: accessGroup, isSynchronizable: isSynchronizable)
        attributes.set(.server, text: server)
        attributes.set(.account, text: account)
        attributes.set(.securityDomain, text: securityDomain)
        attributes.set(.protocol, text: `protocol`?.rawValue)
        attributes.set(.authenticationType, text: authenticationType?.rawValue)
        attributes.set(.port, number: port)
        attributes.set(.path, text: path)
        attributes.set(.label, text: label)
    }

    /// Creates the item from attributes; throws ``StoreStatus/noSuchClass`` if they are of another class.
    public init(attributes: ItemAttributes) throws(StoreError) {
        self.attributes = try Self.check(attributes)
    }

    /// Part of the identity: the name or address of the server.
    public var server: String { attributes.text(.server) ?? "" }
    /// Part of the identity: the account's name; empty when not given.
    public var account: String { attributes.text(.account) ?? "" }
    /// Part of the identity: the security domain; empty when not given.
    public var securityDomain: String { attributes.text(.securityDomain) ?? "" }
    /// Part of the identity: the protocol; nil when not given.
    public var `protocol`: InternetProtocol? {
        guard attributes.given(.protocol) != nil else { return nil }
        // Text that spells a number is stored as the number.
        return attributes.text(.protocol).map { InternetProtocol(rawValue: $0) }
    }
    /// Part of the identity: how the password is sent; nil when not given.
    public var authenticationType: AuthenticationType? {
        attributes.given(.authenticationType)?.text.map { AuthenticationType(rawValue: $0) }
    }
    /// Part of the identity: the port; 0 when not given.
    public var port: Int { attributes.number(.port) ?? 0 }
    /// Part of the identity: the path on the server; empty when not given.
    public var path: String { attributes.text(.path) ?? "" }
}

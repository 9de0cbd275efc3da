/// The kinds of items a store holds.
///
/// No case will be added: these are the five classes of Apple's keychain, and a new kind of item would be
/// stored as one of them.
public enum ItemClass: UInt8, Hashable, Sendable, CaseIterable {
    /// A password for anything other than a server on the internet, identified by service and account.
    case genericPassword = 1
    /// A password for a server, identified by account, security domain, server, protocol, authentication
    /// type, port and path.
    case internetPassword = 2
    /// A certificate, identified by type, issuer and serial number.
    case certificate = 3
    /// A cryptographic key.
    case key = 4
    /// A certificate with its private key: a view of the two, with no row of its own.
    case identity = 5

    /// The four letters that name the class in Apple's dictionaries and in persistent references.
    public var code: String {
        switch self {
        case .genericPassword: return "genp"
        case .internetPassword: return "inet"
        case .certificate: return "cert"
        case .key: return "keys"
        case .identity: return "idnt"
        }
    }

    /// The words for such an item in messages.
    package var words: String {
        switch self {
        case .genericPassword: return "generic password"
        case .internetPassword: return "internet password"
        case .certificate: return "certificate"
        case .key: return "key"
        case .identity: return "identity"
        }
    }

    /// The class that these four letters name.
    public init?(code: String) {
        guard let match = Self.allCases.first(where: { $0.code == code }) else { return nil }
        self = match
    }

    /// The classes whose items have rows.
    static let stored: [ItemClass] = [.genericPassword, .internetPassword, .certificate, .key]
}

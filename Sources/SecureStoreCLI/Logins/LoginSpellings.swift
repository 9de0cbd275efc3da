import FoundationEssentials
import SecureStore

extension ItemClass {
    /// The classes whose items have rows of their own.
    static let listed: [ItemClass] = [.genericPassword, .internetPassword, .certificate, .key]

    var optionName: String {
        switch self {
        case .genericPassword: return "generic"
        case .internetPassword: return "internet"
        case .certificate: return "certificate"
        case .key: return "key"
        case .identity: return "identity"
        }
    }
}

extension InternetProtocol {
    /// The protocols that have a name of their own on the command line; the rest go by their four characters.
    private static let spellings: [(name: String, value: InternetProtocol)] = [
        ("http", .http), ("https", .https), ("ftp", .ftp), ("ftps", .ftps), ("ssh", .ssh), ("smb", .smb),
        ("smtp", .smtp), ("imap", .imap), ("imaps", .imaps), ("pop3", .pop3), ("pop3s", .pop3s),
        ("ldap", .ldap), ("ldaps", .ldaps), ("nntp", .nntp), ("nntps", .nntps), ("irc", .irc),
        ("ircs", .ircs), ("telnet", .telnet), ("socks", .socks), ("rtsp", .rtsp), ("afp", .afp),
    ]

    init(spelling: String) {
        self = Self.spellings.first { $0.name == spelling }?.value ?? InternetProtocol(rawValue: spelling)
    }

    var spelling: String { Self.spellings.first { $0.value == self }?.name ?? rawValue }
}

extension ItemReference {
    /// The persistent reference in hexadecimal digits, as `list --json` shows it.
    var text: String { Hexadecimal.text(of: persistent) }

    init(text: String) throws {
        guard let bytes = Hexadecimal.bytes(of: text), bytes.count == 20 else {
            throw CommandError(
                exitCode: .usage, message: "a reference has 40 hexadecimal digits",
                hint: "securestore list --json shows the references")
        }
        try self.init(persistent: Data(bytes))
    }
}

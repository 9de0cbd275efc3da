import SecureStore

extension InternetProtocol {
    /// The protocols that have a name of their own on the command line; the rest go by their four characters.
    private static let spellings: [(name: String, value: InternetProtocol)] = [
        ("http", .http), ("https", .https), ("ftp", .ftp), ("ftps", .ftps), ("ssh", .ssh), ("smb", .smb),
        ("smtp", .smtp), ("imap", .imap), ("imaps", .imaps), ("pop3", .pop3), ("pop3s", .pop3s),
        ("ldap", .ldap), ("ldaps", .ldaps), ("nntp", .nntp), ("nntps", .nntps), ("irc", .irc),
        ("ircs", .ircs), ("telnet", .telnet), ("socks", .socks), ("rtsp", .rtsp), ("afp", .afp),
    ]

    /// A protocol by its usual name, as in `https`, or by its four characters.
    init(spelling: String) {
        self = Self.spellings.first { $0.name == spelling }?.value ?? InternetProtocol(rawValue: spelling)
    }

    /// The usual name if there is one, else the four characters.
    var spelling: String { Self.spellings.first { $0.value == self }?.name ?? rawValue }
}

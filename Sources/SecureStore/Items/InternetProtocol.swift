/// The protocol of an internet password, as a code of four characters.
///
/// The constants are Apple's; any other code of four characters is kept as it is.
public struct InternetProtocol: RawRepresentable, Hashable, Sendable {
    /// The four characters.
    public let rawValue: String
    /// Takes any code, including one that has no name here.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// FTP.
    public static let ftp = Self(rawValue: "ftp ")
    /// An FTP account.
    public static let ftpAccount = Self(rawValue: "ftpa")
    /// HTTP.
    public static let http = Self(rawValue: "http")
    /// IRC.
    public static let irc = Self(rawValue: "irc ")
    /// NNTP.
    public static let nntp = Self(rawValue: "nntp")
    /// POP3.
    public static let pop3 = Self(rawValue: "pop3")
    /// SMTP.
    public static let smtp = Self(rawValue: "smtp")
    /// SOCKS.
    public static let socks = Self(rawValue: "sox ")
    /// IMAP.
    public static let imap = Self(rawValue: "imap")
    /// LDAP.
    public static let ldap = Self(rawValue: "ldap")
    /// AppleTalk.
    public static let appleTalk = Self(rawValue: "atlk")
    /// AFP.
    public static let afp = Self(rawValue: "afp ")
    /// Telnet.
    public static let telnet = Self(rawValue: "teln")
    /// SSH.
    public static let ssh = Self(rawValue: "ssh ")
    /// FTPS.
    public static let ftps = Self(rawValue: "ftps")
    /// HTTPS.
    public static let https = Self(rawValue: "htps")
    /// A proxy for HTTP.
    public static let httpProxy = Self(rawValue: "htpx")
    /// A proxy for HTTPS.
    public static let httpsProxy = Self(rawValue: "htsx")
    /// A proxy for FTP.
    public static let ftpProxy = Self(rawValue: "ftpx")
    /// SMB.
    public static let smb = Self(rawValue: "smb ")
    /// RTSP.
    public static let rtsp = Self(rawValue: "rtsp")
    /// A proxy for RTSP.
    public static let rtspProxy = Self(rawValue: "rtsx")
    /// DAAP.
    public static let daap = Self(rawValue: "daap")
    /// EPPC.
    public static let eppc = Self(rawValue: "eppc")
    /// IPP.
    public static let ipp = Self(rawValue: "ipp ")
    /// NNTPS.
    public static let nntps = Self(rawValue: "ntps")
    /// LDAPS.
    public static let ldaps = Self(rawValue: "ldps")
    /// Telnet over TLS.
    public static let telnetS = Self(rawValue: "tels")
    /// IMAPS.
    public static let imaps = Self(rawValue: "imps")
    /// IRCS.
    public static let ircs = Self(rawValue: "ircs")
    /// POP3S.
    public static let pop3s = Self(rawValue: "pops")
}

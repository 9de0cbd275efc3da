/// The protocol of an internet password, in calls without dictionaries: four characters in a number.
///
/// The first is in the highest byte, unlike in ``SecAuthenticationType``.
public enum SecProtocolType: FourCharCode, Sendable {
    /// None; in a search, any.
    case any = 0
    /// FTP.
    case FTP = 0x6674_7020
    /// An account on a client for FTP.
    case ftpAccount = 0x6674_7061
    /// HTTP.
    case HTTP = 0x6874_7470
    /// IRC.
    case IRC = 0x6972_6320
    /// NNTP.
    case NNTP = 0x6e6e_7470
    /// POP3.
    case POP3 = 0x706f_7033
    /// SMTP.
    case SMTP = 0x736d_7470
    /// SOCKS.
    case SOCKS = 0x736f_7820
    /// IMAP.
    case IMAP = 0x696d_6170
    /// LDAP.
    case LDAP = 0x6c64_6170
    /// AFP over AppleTalk.
    case appleTalk = 0x6174_6c6b
    /// AFP over TCP.
    case AFP = 0x6166_7020
    /// Telnet.
    case telnet = 0x7465_6c6e
    /// SSH.
    case SSH = 0x7373_6820
    /// FTP over TLS.
    case FTPS = 0x6674_7073
    /// HTTP over TLS.
    case HTTPS = 0x6874_7073
    /// A proxy for HTTP.
    case httpProxy = 0x6874_7078
    /// A proxy for HTTP over TLS.
    case httpsProxy = 0x6874_7378
    /// A proxy for FTP.
    case ftpProxy = 0x6674_7078
    /// CIFS.
    case CIFS = 0x6369_6673
    /// SMB.
    case SMB = 0x736d_6220
    /// RTSP.
    case RTSP = 0x7274_7370
    /// A proxy for RTSP.
    case rtspProxy = 0x7274_7378
    /// DAAP.
    case DAAP = 0x6461_6170
    /// Remote Apple events.
    case EPPC = 0x6570_7063
    /// IPP.
    case IPP = 0x6970_7020
    /// NNTP over TLS.
    case NNTPS = 0x6e74_7073
    /// LDAP over TLS.
    case LDAPS = 0x6c64_7073
    /// Telnet over TLS.
    case telnetS = 0x7465_6c73
    /// IMAP over TLS.
    case IMAPS = 0x696d_7073
    /// IRC over TLS.
    case IRCS = 0x6972_6373
    /// POP3 over TLS.
    case POP3S = 0x706f_7073
    /// CVS.
    case cvSpserver = 0x6376_7370
    /// Subversion.
    case SVN = 0x7376_6e20

    var text: String? { self == .any ? nil : rawValue.fourCharacters }
}

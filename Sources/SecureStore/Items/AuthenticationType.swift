/// The way in which the password of an internet password is sent, as a code of four characters.
///
/// The constants are Apple's; any other code of four characters is kept as it is.
public struct AuthenticationType: RawRepresentable, Hashable, Sendable {
    /// The four characters.
    public let rawValue: String
    /// Takes any code, including one that has no name here.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// NTLM.
    public static let ntlm = Self(rawValue: "ntlm")
    /// MSN.
    public static let msn = Self(rawValue: "msna")
    /// DPA.
    public static let dpa = Self(rawValue: "dpaa")
    /// RPA.
    public static let rpa = Self(rawValue: "rpaa")
    /// HTTP basic authentication.
    public static let httpBasic = Self(rawValue: "http")
    /// HTTP digest authentication.
    public static let httpDigest = Self(rawValue: "httd")
    /// A form on a page.
    public static let htmlForm = Self(rawValue: "form")
    /// The protocol's usual way.
    public static let `default` = Self(rawValue: "dflt")
}

/// How the password of an internet password is sent, as the four characters that stand for it.
public struct AuthenticationType: RawRepresentable, Hashable, Sendable {
    /// The four characters.
    public let rawValue: String
    /// Any value; one without a name here is kept as it is.
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
    /// Whatever the protocol's usual way is.
    public static let `default` = Self(rawValue: "dflt")
}

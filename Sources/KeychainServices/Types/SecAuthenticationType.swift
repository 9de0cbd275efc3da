/// The way in which a password is sent, in calls without dictionaries: four characters in a number.
///
/// The first is in the lowest byte, as in Apple's headers, not in the highest as in ``SecProtocolType``.
public enum SecAuthenticationType: FourCharCode, Sendable {
    /// None; in a search, any.
    case any = 0
    /// Windows NT LAN Manager.
    case NTLM = 0x6d6c_746e
    /// Microsoft Network.
    case MSN = 0x616e_736d
    /// Distributed password authentication.
    case DPA = 0x6161_7064
    /// Remote password authentication.
    case RPA = 0x6161_7072
    /// HTTP basic.
    case httpBasic = 0x7074_7468
    /// HTTP digest.
    case httpDigest = 0x6474_7468
    /// A form on a page.
    case htmlForm = 0x6d72_6f66
    /// The default.
    case `default` = 0x746c_6664

    var text: String? { self == .any ? nil : rawValue.byteSwapped.fourCharacters }
}

extension FourCharCode {
    /// The characters, the first in the highest byte.
    var fourCharacters: String {
        String(decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: self >> $0) }, as: UTF8.self)
    }
}

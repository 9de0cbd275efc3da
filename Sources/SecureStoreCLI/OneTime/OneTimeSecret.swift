import FoundationEssentials
import SecureStore
import SecureStoreCertificates

/// The source of one-time codes: an `otpauth` address, as the QR codes of websites have it, or a `steam` one.
///
/// Its line may stand among others in a secret, such as the password.
struct OneTimeSecret {
    enum Moving: Equatable {
        /// Codes that were used, from a first number on; the number's digits stand in this range.
        case codes(UInt64, at: Range<Int>)
        case seconds(UInt64)
    }

    private let text: SecretBytes
    private let key: SecretBytes
    let address: Range<Int>
    let hash: HashFunction
    /// True for codes of Steam's letters, from the lowest place to the highest.
    let isSteam: Bool
    /// The characters of a code.
    let length: Int
    let moving: Moving

    static let (scheme, steamScheme) = ("otpauth://", "steam://")
    static let longestAddress = 2048
    private static let steamLength = 5

    /// Reads the first line that begins as an address does; nil when there is none.
    init?(in text: SecretBytes) throws {
        let first = text.lines().first { line in
            text.starts(line, with: Self.scheme) || text.starts(line, with: Self.steamScheme)
        }
        guard let address = first else { return nil }
        guard address.count <= Self.longestAddress else { throw Self.fault("is too long") }
        (self.text, self.address) = (text, address)
        guard text.starts(address, with: Self.scheme) else {
            let place = address.dropFirst(Self.steamScheme.utf8.count)
            key = try BaseEncoding.base32.decoded(text.percentDecoded(place))
            (hash, isSteam, length, moving) = (.sha1, true, Self.steamLength, .seconds(30))
            return
        }
        let rest = address.dropFirst(Self.scheme.utf8.count)
        guard let question = text.firstIndex(of: "?", in: rest) else { throw Self.fault("has no parameters") }
        let parameters = try OneTimeParameters(text, (question + 1)..<rest.upperBound)
        guard let place = parameters["secret"] else { throw Self.fault("has no secret") }
        // Padding and blanks may be written with escapes.
        key = try BaseEncoding.base32.decoded(text.percentDecoded(place))
        hash = try Self.hash(named: parameters.text("algorithm") ?? "SHA1")
        switch parameters.text("encoder")?.lowercased() ?? "" {
        case "": isSteam = false
        case "steam": isSteam = true
        default: throw Self.fault("has an encoder other than steam")
        }
        let digits = try isSteam ? nil : parameters.number("digits", in: 6...10)
        length = isSteam ? Self.steamLength : digits?.value ?? 6
        let period = try parameters.number("period", in: 1...86_400)
        let counter = try parameters.number("counter", in: 0...Int.max)
        let slash = text.firstIndex(of: "/", in: rest.lowerBound..<question) ?? question
        switch text.text(rest.lowerBound..<slash) {
        case "totp": moving = .seconds(UInt64(period?.value ?? 30))
        case "hotp":
            guard let counter else { throw Self.fault("has no counter") }
            moving = .codes(UInt64(counter.value), at: counter.range)
        default: throw Self.fault("is neither for totp nor for hotp")
        }
    }

    /// The source that a part or a password is, or has on a line; throws if there is none.
    static func required(in text: SecretBytes?) throws -> OneTimeSecret {
        return try require(
            text.flatMap({ try OneTimeSecret(in: $0) }), "the login has no address of one-time codes",
            hint: "securestore otp add makes one of the key", status: .itemNotFound)
    }

    static func fault(_ what: String) -> CommandError { .failure("the otpauth address \(what)") }

    /// The function of a name, which programs write in several ways, such as `HMAC-SHA-256` and `Sha256`.
    static func hash(named name: String) throws(CommandError) -> HashFunction {
        switch name.uppercased().replacing("HMAC", with: "").replacing("-", with: "") {
        case "SHA1": return .sha1
        case "SHA256": return .sha256
        case "SHA512": return .sha512
        default: throw fault("has an algorithm other than SHA1, SHA256 and SHA512")
        }
    }

    /// The characters in which codes are written.
    var alphabet: [UInt8] { Array((isSteam ? "23456789BCDFGHJKMNPQRTVWXY" : "0123456789").utf8) }

    func code(for number: UInt64) throws -> SecretBytes {
        let message = (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
        let mac = try hash.authenticationCode(of: SecretBytes(copying: message), with: key)
        return try SecretBytes(count: length) { target in
            var value = mac.withSpan { mac in
                let offset = Int(mac[mac.count - 1] & 15)
                return (0..<4).reduce(UInt64(0)) { $0 << 8 | UInt64(mac[offset + $1]) } & 0x7fff_ffff
            }
            for place in 0..<length {
                let (rest, letter) = value.quotientAndRemainder(dividingBy: UInt64(alphabet.count))
                target.storeBytes(
                    of: alphabet[Int(letter)],
                    toByteOffset: isSteam ? place : length - 1 - place, as: UInt8.self)
                value = rest
            }
        }
    }

    /// The code of a moment; a counted one has to be asked for by `otp`, which moves the counter on.
    func code(at date: Date) throws -> SecretBytes {
        guard case .seconds(let period) = moving else {
            throw CommandError.failure(
                "its code does not depend on the time", hint: "securestore otp prints it, and counts on")
        }
        return try code(for: UInt64(max(0, date.timeIntervalSince1970)) / period)
    }

    /// The secret with the counter moved on by one; nil for codes that depend on the time.
    func afterOneCode() throws -> SecretBytes? {
        guard case .codes(let number, let place) = moving else { return nil }
        guard number < Int.max else { throw Self.fault("has a counter that is used up") }
        return try .joined([
            text.part(0..<place.lowerBound), String(number + 1), text.part(place.upperBound..<text.count),
        ])
    }

    func addressBytes() throws -> SecretBytes { try text.part(address) }
}

import FoundationEssentials
import SecureStore
import SecureStoreCertificates

/// The source of one-time codes: an `otpauth` address, as the QR codes of websites have it.
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
    let digits: Int
    let moving: Moving

    static let longestAddress = 2048

    /// Reads the first line that begins as an address does; nil when there is none.
    init?(in text: SecretBytes) throws {
        let scheme = "otpauth://"
        guard let address = text.lines().first(where: { text.starts($0, with: scheme) }) else { return nil }
        guard address.count <= Self.longestAddress else { throw Self.fault("is too long") }
        let rest = (address.lowerBound + scheme.utf8.count)..<address.upperBound
        guard let slash = text.firstIndex(of: "/", in: rest),
            let question = text.firstIndex(of: "?", in: slash..<rest.upperBound)
        else { throw Self.fault("has no label and no parameters") }
        let parameters = try Parameters(text, (question + 1)..<rest.upperBound)
        guard let place = parameters["secret"] else { throw Self.fault("has no secret") }
        // Padding may be written with escapes.
        let digits = try text.percentDecoded(place)
        key = try Base32.decoded(digits)
        hash = try Self.hash(named: parameters["algorithm"].map { text.text($0) ?? "" })
        self.digits = try parameters.number("digits", in: 6...10)?.value ?? 6
        let period = try parameters.number("period", in: 1...86_400)
        let counter = try parameters.number("counter", in: 0...Int.max)
        switch text.text(rest.lowerBound..<slash) {
        case "totp": moving = .seconds(UInt64(period?.value ?? 30))
        case "hotp":
            guard let counter else { throw Self.fault("has no counter") }
            moving = .codes(UInt64(counter.value), at: counter.range)
        default: throw Self.fault("is neither for totp nor for hotp")
        }
        (self.text, self.address) = (text, address)
    }

    static func fault(_ what: String) -> CommandError { .failure("the otpauth address \(what)") }

    private static func hash(named name: String?) throws(CommandError) -> HashFunction {
        switch name?.uppercased() {
        case nil, "SHA1": return .sha1
        case "SHA256": return .sha256
        case "SHA512": return .sha512
        default: throw fault("has an algorithm other than SHA1, SHA256 and SHA512")
        }
    }

    func code(for number: UInt64) throws -> SecretBytes {
        let message = (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
        let mac = try hash.authenticationCode(of: SecretBytes(copying: message), with: key)
        return try SecretBytes(count: digits) { target in
            var value = mac.withSpan { mac in
                let offset = Int(mac[mac.count - 1] & 15)
                return (0..<4).reduce(UInt64(0)) { $0 << 8 | UInt64(mac[offset + $1]) } & 0x7fff_ffff
            }
            for place in (0..<digits).reversed() {
                let digit = UInt8(ascii: "0") + UInt8(value % 10)
                target.storeBytes(of: digit, toByteOffset: place, as: UInt8.self)
                value /= 10
            }
        }
    }

    /// The code of a moment; a counted one has to be asked for by `otp`, which moves the counter on.
    static func code(of text: SecretBytes, at date: Date) throws -> SecretBytes {
        guard let secret = try OneTimeSecret(in: text), case .seconds(let period) = secret.moving else {
            throw CommandError.failure(
                "its code does not depend on the time", hint: "securestore otp prints it, and counts on")
        }
        return try secret.code(for: UInt64(max(0, date.timeIntervalSince1970)) / period)
    }

    /// The secret with the counter moved on by one; nil for codes that depend on the time.
    func afterOneCode() throws -> SecretBytes? {
        guard case .codes(let number, let place) = moving else { return nil }
        guard number < Int.max else { throw Self.fault("has a counter that is used up") }
        return try .joined([
            try text.part(0..<place.lowerBound), try SecretBytes(text: String(number + 1)),
            try text.part(place.upperBound..<text.count),
        ])
    }

    func addressBytes() throws -> SecretBytes { try text.part(address) }
}

/// The parameters of an address that mean something here, each at most once.
private struct Parameters {
    private static let names = ["secret", "algorithm", "digits", "period", "counter"]

    private let bytes: SecretBytes
    private var values: [String: Range<Int>] = [:]

    init(_ bytes: SecretBytes, _ range: Range<Int>) throws(CommandError) {
        self.bytes = bytes
        var start = range.lowerBound
        while start < range.upperBound {
            let end = bytes.firstIndex(of: "&", in: start..<range.upperBound) ?? range.upperBound
            guard let equals = bytes.firstIndex(of: "=", in: start..<end) else {
                throw OneTimeSecret.fault("has a parameter without a value")
            }
            let name = Self.names.first {
                $0.utf8.count == equals - start && bytes.starts(start..<equals, with: $0)
            }
            if let name {
                guard self[name] == nil else { throw OneTimeSecret.fault("has \(name) twice") }
                values[name] = (equals + 1)..<end
            }
            start = end + 1
        }
    }

    subscript(_ name: String) -> Range<Int>? { values[name] }

    /// A number in decimal digits, and where they stand.
    func number(
        _ name: String, in range: ClosedRange<Int>
    ) throws(CommandError) -> (value: Int, range: Range<Int>)? {
        guard let place = self[name] else { return nil }
        let isDigits = bytes.withSpan { bytes in
            place.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[$0] }
        }
        guard isDigits, let number = bytes.text(place).flatMap({ Int($0) }), range.contains(number) else {
            throw OneTimeSecret.fault(
                "has \(name) that is no number from \(range.lowerBound) to \(range.upperBound)")
        }
        return (number, place)
    }
}

/// Base 32 of RFC 4648, as keys of one-time codes are written.
enum Base32 {
    /// The bytes that digits stand for, which are letters of either case, with the right padding or none.
    ///
    /// Strict: another letter, an impossible length and left-over bits that are not zero are refused, as each
    /// of them means that something was lost.
    static func decoded(_ digits: SecretBytes) throws -> SecretBytes {
        let digitCount = digits.withSpan { bytes in
            bytes.indices.prefix { bytes[$0] != UInt8(ascii: "=") }.count
        }
        let padding = digits.count - digitCount
        guard digitCount > 0, [0, 2, 4, 5, 7].contains(digitCount % 8),
            padding == 0 || padding < 8 && digits.count.isMultiple(of: 8)
        else { throw fault }
        return try .collected { append in
            try digits.withSpan { bytes in
                var (group, bits) = (UInt32(0), UInt32(0))
                for place in 0..<digitCount {
                    guard let value = value(of: bytes[place]) else { throw fault }
                    (group, bits) = (group << 5 | UInt32(value), bits + 5)
                    guard bits >= 8 else { continue }
                    bits -= 8
                    append(UInt8(truncatingIfNeeded: group >> bits))
                }
                let isPadded = (digitCount..<bytes.count).allSatisfy { bytes[$0] == UInt8(ascii: "=") }
                guard group & (1 << bits - 1) == 0, isPadded else { throw fault }
            }
        }
    }

    private static var fault: CommandError { OneTimeSecret.fault("has a secret that is not base 32") }

    private static func value(of letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): letter - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): letter - UInt8(ascii: "a")
        case UInt8(ascii: "2")...UInt8(ascii: "7"): letter - UInt8(ascii: "2") + 26
        default: nil
        }
    }
}

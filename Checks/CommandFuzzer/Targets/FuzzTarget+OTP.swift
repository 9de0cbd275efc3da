import SecureStore

@testable import SecureStoreCLI

extension FuzzTarget {
    /// Addresses of one-time codes: a code has its letters, and a counter goes on while all else stays.
    ///
    /// An address that is made of the input stays as it is when another is made of it.
    static let otp = FuzzTarget(name: "otp") { input in
        let key = try SecretBytes(utf8: base32(input))
        if !input.isEmpty {
            require(try BaseEncoding.base32.decoded(key).copied == input, "base 32 of other bytes")
        }
        if let made = try? OneTimeSecret.address(from: input.secret(), label: ["a"]) {
            require(try OneTimeSecret.address(from: made, label: []) == made, "an address that is none")
        }
        guard let secret = try OneTimeSecret(in: input.secret()) else { return }
        let address = try secret.addressBytes().copied
        require(address.count <= OneTimeSecret.longestAddress, "an address that is too long")
        let code = try secret.code(for: UInt64(input.count)).copied
        let isOfItsLetters = code.allSatisfy { secret.alphabet.contains($0) }
        require(code.count == secret.length && isOfItsLetters, "a code of other letters")
        guard case .codes(let number, let place) = secret.moving, let next = try secret.afterOneCode() else {
            return
        }
        guard case .codes(number + 1, let moved)? = try OneTimeSecret(in: next)?.moving else {
            preconditionFailure("the counter does not go on")
        }
        require(place.lowerBound == moved.lowerBound, "the counter is somewhere else")
        require(next.copied.prefix(place.lowerBound) == input.prefix(place.lowerBound), "another beginning")
        require(next.copied[moved.upperBound...] == input[place.upperBound...], "another end")
    }

    /// Without padding.
    private static func base32(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        let bits = bytes.flatMap { byte in (0..<8).map { Int(byte >> (7 - UInt8($0)) & 1) } }
        return String(
            stride(from: 0, to: bits.count, by: 5).map { start in
                alphabet[(0..<5).reduce(0) { $0 << 1 | (start + $1 < bits.count ? bits[start + $1] : 0) }]
            })
    }
}

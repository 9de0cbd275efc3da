#if !canImport(Darwin)

internal import Foundation
internal import SecureStore

/// What a key's bytes say about it, as far as it can be read off: that a point lies on its curve, or that numbers are
/// primes, is not checked.
struct KeyFields {
    let type: KeyType
    let isPrivate: Bool
    let sizeInBits: Int
    /// The public half, in the form that its hash is made of: PKCS#1 or X9.63.
    let publicKey: [UInt8]

    /// Nil for bytes that are no key of this type.
    init?(_ bytes: [UInt8], type: KeyType, isPrivate: Bool) {
        (self.type, self.isPrivate) = (type, isPrivate)
        let parts = type == .rsa ? Self.rsa(bytes, isPrivate) : Self.curve(bytes, isPrivate)
        guard let parts else { return nil }
        (publicKey, sizeInBits) = parts
    }

    /// The sizes of the curves P-192, P-256, P-384 and P-521, by the bytes of a coordinate.
    private static let curves = [24: 192, 32: 256, 48: 384, 66: 521]

    /// A four, and two coordinates, and behind them the number that makes the key private.
    private static func curve(_ bytes: [UInt8], _ isPrivate: Bool) -> (publicKey: [UInt8], size: Int)? {
        let numbers = isPrivate ? 3 : 2
        guard bytes.first == 4, (bytes.count - 1) % numbers == 0,
            let size = curves[(bytes.count - 1) / numbers]
        else { return nil }
        return (Array(bytes[..<(1 + (bytes.count - 1) / numbers * 2)]), size)
    }

    /// A sequence of modulus and exponent; for a private key between a zero and the other seven numbers.
    private static func rsa(_ bytes: [UInt8], _ isPrivate: Bool) -> (publicKey: [UInt8], size: Int)? {
        var outer = DERReader(bytes[...])
        guard var numbers = outer.enter(DERReader.sequence), outer.isAtEnd else { return nil }
        if isPrivate {
            guard let version = numbers.nextNumber(), version.isEmpty else { return nil }
        }
        var atExponent = numbers
        guard let modulus = numbers.nextNumber(), let first = modulus.first, modulus.count <= 2_048,
            let wholeModulus = atExponent.next(DERReader.integer)?.whole,
            let wholeExponent = atExponent.next(DERReader.integer)?.whole,
            let exponent = numbers.nextNumber(), !exponent.isEmpty
        else { return nil }
        for _ in 0..<(isPrivate ? 6 : 0) where numbers.nextNumber() == nil { return nil }
        guard numbers.isAtEnd else { return nil }
        let size = modulus.count * 8 - first.leadingZeroBitCount
        return (sequence(of: Array(wholeModulus + wholeExponent)), size)
    }

    private static func sequence(of content: [UInt8]) -> [UInt8] {
        var length: [UInt8] = []
        var rest = content.count
        repeat {
            length.insert(UInt8(truncatingIfNeeded: rest), at: 0)
            rest >>= 8
        } while rest > 0
        let isShort = content.count < 0x80
        return [DERReader.sequence] + (isShort ? length : [0x80 | UInt8(length.count)] + length) + content
    }

    /// The attributes of the key as an item.
    func attributes() throws(StoreError) -> ItemAttributes {
        var attributes = ItemAttributes(.key)
        let keyClass: KeyClass = isPrivate ? .private : .public
        try attributes.set(.keyClass, to: .number(Int64(keyClass.rawValue)))
        try attributes.set(.type, to: .number(Int64(type.rawValue)))
        try attributes.set(.applicationLabel, to: .data(Data(SHA1.hash(publicKey))))
        for name in [AttributeName.keySizeInBits, .effectiveKeySize] {
            try attributes.set(name, to: .number(Int64(sizeInBits)))
        }
        let (yes, no) = marks
        for name in yes { try attributes.set(name, to: .number(1)) }
        for name in no { try attributes.set(name, to: .number(0)) }
        return attributes
    }

    /// What such a key is marked with, and with what not.
    private var marks: (yes: [AttributeName], no: [AttributeName]) {
        let always: [AttributeName] = [.isPermanent, .isPrivate, .isModifiable, .isExtractable]
        let never: [AttributeName] = [
            .isSensitive, .wasAlwaysSensitive, .wasNeverExtractable, .canSignRecover, .canVerifyRecover,
        ]
        let ofPrivate: [AttributeName] = [.canDecrypt, .canSign, .canUnwrap]
        let ofPublic: [AttributeName] = [.canEncrypt, .canVerify, .canWrap]
        let derives = isPrivate || type == .rsa
        return (
            always + (isPrivate ? ofPrivate : ofPublic) + (derives ? [.canDerive] : []),
            never + (isPrivate ? ofPublic : ofPrivate) + (derives ? [] : [.canDerive])
        )
    }
}

#endif

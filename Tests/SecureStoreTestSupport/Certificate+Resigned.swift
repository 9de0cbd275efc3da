import Foundation

@testable import SecureStoreCertificates

extension Certificate {
    /// The same certificate with other bytes in place of these, as many, wherever they are, and with a
    /// signature over that.
    func replacing(
        _ old: [UInt8], with new: [UInt8], signedWith key: PrivateKey,
        _ algorithm: SignatureAlgorithm = .ecdsaSHA256
    ) throws -> Certificate {
        var reader = try ByteReader([UInt8](der)).content()
        var parts: [[UInt8]] = []
        while let part = reader.element() {
            var bytes = DER.encode(part.tag, reader.copy(part.content))
            for place in bytes.indices where bytes[place...].starts(with: old) {
                bytes.replaceSubrange(place..<place + old.count, with: new)
            }
            parts.append(bytes)
        }
        parts[2] = DER.encode(DER.bitString, [0] + (try key.sign(parts[0], algorithm)))
        return try Certificate(der: DER.encode(DER.sequence, parts.joined()))
    }

    /// A root that does not say whether it may sign others.
    static func withoutConstraints(_ key: PrivateKey) throws -> Certificate {
        // The basic constraints become an extension that nobody knows, and that is not critical.
        try Authority(key: key).certificate.replacing(
            [6, 3, 0x55, 0x1d, 19, 1, 1, 0xff], with: [6, 3, 0x55, 0x1d, 99, 1, 1, 0], signedWith: key)
    }
}

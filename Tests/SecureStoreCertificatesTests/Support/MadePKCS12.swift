import CSecureStoreOpenSSL
import Foundation

@testable import SecureStoreCertificates

/// PKCS#12 with bags that no tool writes, sealed under `horse` and not encrypted.
enum MadePKCS12 {
    static func file(_ bags: [[UInt8]]) throws -> Data {
        let safe = try content("1.2.840.113549.1.7.1", octets(sequence(bags.flatMap { $0 })))
        let whole = try content("1.2.840.113549.1.7.1", octets(sequence(safe)))
        let bytes = sequence([2, 1, 3] + whole)
        let file = unsafe bytes.withUnsafeBufferPointer { buffer in
            var start = buffer.baseAddress
            return unsafe d2i_PKCS12(nil, &start, buffer.count)
        }
        defer { unsafe PKCS12_free(file) }
        unsafe PKCS12_set_mac(file, "horse", -1, nil, 8, 1, EVP_sha256())
        return try unsafe LibCrypto.encoding { unsafe i2d_PKCS12(file, $0) }
            ?? { throw CocoaError(.coderInvalidValue) }()
    }

    static func bag(of key: PrivateKey) throws -> [UInt8] {
        try content("1.2.840.113549.1.12.10.1.1", [UInt8](try key.pkcs8().copied))
    }

    static func bag(of certificate: Certificate) throws -> [UInt8] {
        let inner = try content("1.2.840.113549.1.9.22.1", octets([UInt8](certificate.der)))
        return try content("1.2.840.113549.1.12.10.1.3", inner)
    }

    /// A bag with bags in it.
    static func bag(of bags: [[UInt8]]) throws -> [UInt8] {
        try content("1.2.840.113549.1.12.10.1.6", sequence(bags.flatMap { $0 }))
    }

    private static func content(_ identifier: String, _ content: [UInt8]) throws -> [UInt8] {
        sequence(DER.encode(identifier: identifier) + DER.encode(0xa0, content))
    }

    private static func sequence(_ content: [UInt8]) -> [UInt8] { DER.encode(0x30, content) }
    private static func octets(_ content: [UInt8]) -> [UInt8] { DER.encode(0x04, content) }
}

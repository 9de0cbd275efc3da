import Foundation
import SecureStore

@testable import SecureStoreCertificates

/// Throws where the input is refused; what must hold and does not ends the process.
typealias FuzzTarget = @Sendable ([UInt8]) throws -> Void

enum FuzzTargets {
    static let all: [String: FuzzTarget] = [
        "der": { input in
            var work = work
            try check(PrivateKey(der: try input.secret(), try passphrase(), &work))
        },
        "openssh": { try check(PrivateKey(openSSHContent: try $0.secret())) },
        "pem": { try check(PrivateKey(pem: try $0.secret(), passphrase: nil)) },
        "pkcs12": { try check(PKCS12($0, try passphrase(), work)) },
        "public": { input in
            let keys = [
                { try PublicKey(der: input) }, { try PublicKey(x963: input) }, { try PublicKey(pem: input) },
            ]
            for make in keys {
                guard let key = try? make() else { continue }
                require(try PublicKey(der: try key.der) == key, "a public key that reads back as another")
            }
        },
        // The content under the seal, which no change of a fuzzer's would fit.
        "safes": { try check(PKCS12(try SealedSafes.file($0), try passphrase(), work)) },
        "x963": { try check(PrivateKey(x963: try $0.secret())) },
    ]

    /// Enough for the files to begin with.
    private static var work: DerivationWork { DerivationWork(limit: 200) }

    private static func passphrase() throws -> SecretBytes { try SecretBytes(utf8: "horse") }

    /// A key that was taken is one: it is written and read back the same, and what it signs or encrypts fits.
    private static func check(_ key: PrivateKey) throws {
        require(try PrivateKey(der: try key.pkcs8()) == key, "a key that reads back as another")
        let bytes = try key.externalRepresentation()
        // Large keys take too long for every input.
        guard key.kind.sizeInBits <= 4_096 else { return }
        switch key.kind.algorithm {
        case .rsa:
            require(try PrivateKey(der: bytes) == key, "an RSA key that reads back as another")
        case .curve:
            require(try PrivateKey(x963: bytes) == key, "a key of a curve that reads back as another")
            let signature = try key.sign([1], .ecdsaSHA256)
            require(
                try key.publicKey.isValid(signature, of: [1], .ecdsaSHA256), "a signature that does not fit")
        case .raw(let raw):
            require(bytes.count == raw.byteCount, "a key of \(key.kind) with \(bytes.count) bytes")
            guard key.kind == .ed25519 else { return }
            let signature = try key.sign([1], .ed25519)
            require(try key.publicKey.isValid(signature, of: [1], .ed25519), "a signature that does not fit")
        }
    }

    private static func check(_ file: PKCS12) throws {
        for identity in file.identities { try check(identity.key) }
    }
}

extension [UInt8] {
    fileprivate func secret() throws -> SecretBytes { try SecretBytes(copying: self) }
}

import SecureStoreCertificates
import Foundation
import SecureStore
import XCTest

/// Keys of Python's `cryptography`, and what it made with them.
struct OtherSide: Decodable {
    struct Key: Decodable {
        let name: String
        let forms: [String: Data]
        let spki: Data
        let signatures: [String: Data]
        let ciphertexts: [String: Data]
        let peer: Data?
        let secret: Data?
        let derived: Data?

        /// The key, read out of one of its forms.
        func privateKey(_ form: String = "pkcs8") throws -> PrivateKey {
            let bytes = try XCTUnwrap(forms[form], form)
            let passphrase = form.contains("encrypted") ? try SecretBytes(utf8: "correct horse") : nil
            return form.contains("pem")
                ? try PrivateKey(pem: bytes, passphrase: passphrase)
                : try PrivateKey(der: bytes, passphrase: passphrase)
        }
    }

    /// A text that the package made with a key, to be checked.
    struct Answer: Encodable {
        var name: String
        var pkcs8: Data
        var spki: Data
        var signatures: [String: Data] = [:]
        var ciphertexts: [String: Data] = [:]
        var forms: [String: Data] = [:]
        var peer: Data?
        var secret: Data?
    }

    let message: Data
    let keys: [Key]

    /// Made once for all tests.
    static func made() throws -> OtherSide { try once.get() }

    private static let once = Result {
        try JSONDecoder().decode(OtherSide.self, from: try run(["make"], Data()))
    }

    /// The faults of the answers, a line each.
    static func complaints(_ answers: [Answer]) throws -> String {
        String(decoding: try run(["check"], try JSONEncoder().encode(answers)), as: UTF8.self)
    }

    private static func run(_ arguments: [String], _ input: Data) throws -> Data {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("other_side.py")
        return try Tool.python(with: "cryptography").output([script.path] + arguments, input: input)
    }
}

extension SignatureAlgorithm {
    /// By the words of the other side, as in `pss:sha256`.
    init(words: String) throws {
        let words = words.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        switch words[0] {
        case "pkcs1": self = .rsaPKCS1(try .named(words[1]))
        case "pss": self = .rsaPSS(try .named(words[1]))
        case "x962": self = .ecdsa(try .named(words[1]))
        case "rfc4754": self = .ecdsa(try .named(words[1]), .rfc4754)
        default: self = .ed25519
        }
    }
}

extension EncryptionAlgorithm {
    init(words: String) throws {
        let words = words.split(separator: ":").map(String.init)
        switch words[0] {
        case "pkcs1": self = .rsaPKCS1
        case "oaep": self = .rsaOAEP(try .named(words[1]))
        case "oaep-gcm": self = .rsaOAEPAESGCM(try .named(words[1]))
        case "ecies": self = .ecies(try .named(words[1]))
        default: self = .eciesZeroIV(try .named(words[1]))
        }
    }
}

extension HashFunction {
    static func named(_ name: String) throws -> HashFunction {
        let all: [String: HashFunction] = [
            "sha1": .sha1, "sha224": .sha224, "sha256": .sha256, "sha384": .sha384, "sha512": .sha512,
        ]
        return try XCTUnwrap(all[name], name)
    }
}

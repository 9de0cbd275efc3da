import Foundation
import SecureStore
import XCTest

@testable import SecureStoreCertificates

/// Looks for the private part of a key in the whole memory of a process that reads, stores, finds and uses
/// it.
final class KeysInMemoryTests: XCTestCase {
    private let algorithms = [
        "RSA -pkeyopt rsa_keygen_bits:2048", "EC -pkeyopt ec_paramgen_curve:P-256",
        "EC -pkeyopt ec_paramgen_curve:P-384", "EC -pkeyopt ec_paramgen_curve:P-521", "ED25519", "X25519",
    ]

    func test_memory_whileTheKeyIsHeld_hasItInLibcryptosMemoryAlone() throws {
        for algorithm in algorithms {
            for (step, places) in try sights(algorithm, after: ["read", "stored", "found"]) {
                for (part, mappings) in places {
                    // Of RSA also the prime's form in which libcrypto calculates, which goes with the key.
                    let count = algorithm.hasPrefix("RSA") ? 2 : 1
                    XCTAssertEqual(
                        mappings, [String](repeating: "rw-p [heap]", count: count),
                        "\(algorithm), \(step): \(part)")
                }
            }
        }
    }

    func test_memory_withoutTheKey_hasNothingOfIt() throws {
        for algorithm in algorithms {
            for options in ["", " -aes256 -pass pass:horse"] {
                for (step, places) in try sights(algorithm + options, after: ["dropped", "exported"]) {
                    XCTAssertEqual(places.filter { !$0.value.isEmpty }, [:], "\(algorithm), \(step)")
                }
            }
        }
    }

    /// The places of the key's parts after each of these steps.
    private func sights(
        _ options: String, after wanted: [String]
    ) throws -> [(String, [String: [String]])] {
        let openSSL = try OpenSSL()
        try openSSL.run("genpkey -algorithm \(options) -out @key")
        let phrase = options.contains("pass:") ? "horse" : nil
        let secret = try phrase.map { try SecretBytes(utf8: $0) }
        let parts = try Self.parts(try PrivateKey(pem: try openSSL.read("key"), passphrase: secret))
        let process = try TestProcess(
            "KeyExerciser", [openSSL.directory + "/key"] + (phrase.map { [$0] } ?? []))
        defer { process.kill() }
        return try ["read", "stored", "dropped", "found", "exported"].compactMap { step in
            XCTAssertEqual(process.nextLine(), step)
            defer { try? process.go() }
            guard wanted.contains(step) else { return nil }
            let found = try ProcessMemory(of: process.identifier).places(of: Set(parts.map(\.bytes)))
            var places: [String: [String]] = [:]
            // A number lies one way round in libcrypto, and the other in an encoding: that is one part.
            for part in parts { places[part.name, default: []] += found[part.bytes] ?? [] }
            return (step, places)
        }
    }

    /// Sixteen bytes out of each half of what is secret, in both orders.
    private static func parts(_ key: PrivateKey) throws -> [(name: String, bytes: [UInt8])] {
        let secret: [UInt8]
        switch key.kind.algorithm {
        case .rsa: secret = Array(try key.handle.number("rsa-factor1", byteCount: 128).copied)
        case .curve(let curve):
            secret = Array(try key.handle.number(KeyParameter.scalar, byteCount: curve.byteCount).copied)
        case .raw(let raw): secret = Array(try key.handle.rawPrivateKey(raw.byteCount).copied)
        }
        return [("first half", secret.prefix(17).suffix(16)), ("last half", secret.suffix(17).prefix(16))]
            .flatMap { name, bytes in [(name, Array(bytes)), (name, bytes.reversed())] }
    }
}

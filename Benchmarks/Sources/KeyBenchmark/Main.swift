import CKeyFloor
import SecureStoreCertificates
import Foundation
import SecureStore

/// Measures signatures against libcrypto called from C, in turn within one run.
@main
struct Main {
    static func main() throws {
        print("| operation | key | ours p50 | libcrypto p50 | ratio p50 |")
        print("|---|---|--:|--:|--:|")
        try compare("P-256", .p256, .ecdsaSHA256, rounds: 4_000)
        try compare("P-384", .p384, .ecdsaSHA256, rounds: 600)
        try compare("RSA 2048", .rsa(2_048), .rsaPKCS1SHA256, rounds: 1_000)
        try compare("Ed25519", .ed25519, .ed25519, rounds: 4_000)
    }

    struct Failure: Error {}

    private static func compare(
        _ name: String, _ kind: KeyKind, _ algorithm: SignatureAlgorithm, rounds: Int
    ) throws {
        let key = try PrivateKey.generate(kind)
        let message = [UInt8](repeating: 7, count: 256)
        let opened = try key.pkcs8().withBytes { bytes in
            let der = Array(bytes)
            return key_floor_open(der, der.count)
        }
        guard let floor = opened else { throw Failure() }
        defer { key_floor_close(floor) }
        var signature = Data()
        try measure(("sign", name), rounds) {
            signature = try Data(key.sign(message, algorithm))
        } floor: {
            key_floor_sign(floor, message, message.count)
        }
        try measure(("verify", name), rounds) {
            try key.publicKey.verify(signature, of: message, algorithm)
        } floor: {
            key_floor_verify(floor, message, message.count)
        }
    }

    /// Times both in turn, in blocks, and prints a row.
    private static func measure(
        _ title: (String, String), _ rounds: Int, _ body: () throws -> Void, floor: () -> Int32
    ) throws {
        var (ours, theirs): ([UInt64], [UInt64]) = ([], [])
        for _ in 0..<20 {
            for _ in 0..<(rounds / 20) {
                let begin = key_floor_now()
                try body()
                ours.append(key_floor_now() - begin)
            }
            for _ in 0..<(rounds / 20) {
                let begin = key_floor_now()
                guard floor() == 0 else { throw Failure() }
                theirs.append(key_floor_now() - begin)
            }
        }
        let (own, other) = (median(ours), median(theirs))
        print(
            "| \(title.0) | \(title.1) |",
            String(format: "%.1f us | %.1f us | %.2f |", own, other, own / other))
    }

    private static func median(_ times: [UInt64]) -> Double {
        Double(times.sorted()[times.count / 2]) / 1_000
    }
}

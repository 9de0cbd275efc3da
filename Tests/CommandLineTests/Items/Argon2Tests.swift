import SecureStore
import XCTest

@testable import SecureStoreCLI

/// The vectors of RFC 9106, and what a file may not ask for.
final class Argon2Tests: XCTestCase {
    private func bytes(_ value: UInt8, _ count: Int) throws -> SecretBytes {
        try SecretBytes(copying: [UInt8](repeating: value, count: count))
    }

    private func hash(
        _ kind: Argon2.Kind, memory: Int = 32, passes: Int = 3, lanes: Int = 4, _ extra: Bool = true
    ) throws -> String {
        let argon = Argon2(
            kind: kind, memory: memory, passes: passes, lanes: lanes, salt: try bytes(2, 16),
            key: extra ? try bytes(3, 8) : nil, data: extra ? try bytes(4, 12) : nil)
        let hash = try argon.hash(bytes(1, 32))
        return hash.withSpan { bytes in
            bytes.indices.map { (bytes[$0] < 16 ? "0" : "") + String(bytes[$0], radix: 16) }.joined()
        }
    }

    func test_hash_ofTheVectorOfArgon2d_isItsTag() throws {
        XCTAssertEqual(
            try hash(.d), "512b391b6f1162975371d30919734294f868e3be3984f3c1a13a4db9fabe4acb")
    }

    func test_hash_ofTheVectorOfArgon2id_isItsTag() throws {
        XCTAssertEqual(
            try hash(.id), "0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659")
    }

    func test_hash_ofMoreThanOneListOfAddresses_isThatOfLibsodium() throws {
        XCTAssertEqual(
            try hash(.id, memory: 4096, lanes: 1, false),
            "77619e3f94a2b0e7a85be04e4c8ea58ad574fa7bacb9e6a16649b2b653bd1604")
    }

    func test_hash_withCostsOutOfBounds_isRefusedBeforeTheyAreSpent() throws {
        let rows = [
            (memory: 7, passes: 1, lanes: 1), (32, 0, 1), (31, 1, 4), (32, 1, 0), (4096, 1, 256),
            (1 << 20 + 1, 1, 1), (1 << 20, 17, 1), (8, .max, 1), (.max, .max, 1), (-8, 1, 1), (8, 1, -1),
        ]
        for (memory, passes, lanes) in rows {
            XCTAssertThrowsError(try hash(.d, memory: memory, passes: passes, lanes: lanes)) { error in
                XCTAssertTrue(error is CommandError, "\(error)")
            }
        }
    }
}

import XCTest

@testable import SecureStore

final class PasswordHashTests: XCTestCase {
    private struct Row {
        let passphrase: String
        let cost: PassphraseCost
        let key: String
        let line: UInt

        init(_ passphrase: String, _ cost: PassphraseCost, _ key: String, line: UInt = #line) {
            (self.passphrase, self.cost, self.key, self.line) = (passphrase, cost, key, line)
        }
    }

    private let salt: [UInt8] = .counting(count: 16)

    // Computed with the reference implementation of Argon2 by way of another language.
    private let rows = [
        Row("", .cheapest, "31ed41e2d73f27fdfe4eb4bec651341e58ba43477051c6fe4adad735d82ee08a"),
        Row("correct horse", .cheapest, "3bfa796a86260b73457e1290b51695931a17e266f601d0fb45563e282fb6865b"),
        Row(
            "correct horse", PassphraseCost(passes: 3, memory: 1_048_576),
            "2cdfc6b7d9c2f719e4f1ec7697c38e6ad4b023e6d446602ac3d0dcb2571ca5fa"),
    ]

    func test_wrappingKey_withKnownInput_givesKnownKey() throws {
        for row in rows {
            let passphrase = try SecretBytes(copying: row.passphrase.utf8)
            let key = try wrappingKey(from: passphrase, salt: salt, cost: row.cost)
            XCTAssertEqual(key.bytes, [UInt8](hexadecimal: row.key), line: row.line)
        }
    }

    func test_wrappingKey_withSaltOfOtherLength_throwsParam() throws {
        let passphrase = try SecretBytes(copying: "correct horse".utf8)
        for count in [0, 15, 17, 32] {
            let salt = [UInt8](repeating: 1, count: count)
            let status = thrownStatus { _ = try wrappingKey(from: passphrase, salt: salt, cost: .cheapest) }
            XCTAssertEqual(status, .param, "\(count) bytes")
        }
    }

    func test_wrappingKey_withCostBeyondTheCeiling_throwsParam() throws {
        let passphrase = try SecretBytes(copying: "correct horse".utf8)
        let costs = [PassphraseCost(passes: 17, memory: 8192), PassphraseCost(passes: 1, memory: 1 << 40)]
        for cost in costs {
            let status = thrownStatus { _ = try wrappingKey(from: passphrase, salt: salt, cost: cost) }
            XCTAssertEqual(status, .param, "\(cost)")
        }
    }
}

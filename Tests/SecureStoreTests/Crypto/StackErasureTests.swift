import XCTest

@testable import SecureStore

/// Looks on the stack for what the makers of keys leave there.
final class StackErasureTests: XCTestCase {
    /// A way to make a key; what it answers shows the key, after the stack was read.
    private struct Row: Sendable {
        let name: String
        let make: @Sendable () throws -> @Sendable () -> [UInt8]
        let line: UInt

        init(
            _ name: String, line: UInt = #line,
            _ make: @escaping @Sendable () throws -> @Sendable () -> [UInt8]
        ) {
            (self.name, self.make, self.line) = (name, make, line)
        }
    }

    private static let seed = [UInt8](repeating: 7, count: SealingKey.byteCount)
    private static let salt = [UInt8](repeating: 8, count: saltByteCount)

    private let makers = [
        Row("derived") {
            let key = try SealingKey(seed).derive("purpose", [1, 2, 3])
            return { key.bytes }
        },
        Row("from a passphrase") {
            let key = try wrappingKey(from: secret("phrase"), salt: salt, cost: .cheapest)
            return { key.bytes }
        },
        Row("from a recovery code") {
            let key = try RecoveryCode.wrappingKey(from: RecoveryCode.make(), salt: salt)
            return { key.bytes }
        },
        Row("of a pair") {
            let pair = try RecipientKey(seed: SealingKey(seed))
            return { pair.secretKey.bytes }
        },
        Row("sealed to a pair") {
            let pair = try RecipientKey(seed: SealingKey(seed))
            let key = try SealingKey.random()
            let sealed = try RecipientKey.seal(key, to: pair.publicKey)
            _ = try pair.open(sealed)
            return { key.bytes }
        },
        Row("in a box") {
            let outer = try SealingKey(seed)
            let key = try SealingKey.random()
            _ = try outer.openKey(outer.box(key, FixedBytes<32>()), FixedBytes<32>())
            return { key.bytes }
        },
    ]

    func test_makingKey_byAnyWay_leavesNothingOnTheStack() throws {
        for row in makers {
            let show = Locked<(@Sendable () -> [UInt8])?>(nil)
            let stack = StackBelow {
                let made = Result { try row.make() }
                show.update { $0 = try? made.get() }
            }
            guard stack.isKnown else { throw XCTSkip("this system does not let a process read its memory") }
            let key = try XCTUnwrap(show.value, row.name, line: row.line)()
            XCTAssertEqual(stack.depths(of: key), [], row.name, line: row.line)
        }
    }

    func test_sealing_withKey_leavesNothingOfItOnTheStack() throws {
        let stack = StackBelow {
            let sealed = Result { try SealingKey(Self.seed).box([1, 2, 3], FixedBytes<32>()) }
            XCTAssertNotNil(try? SealingKey(Self.seed).openBytes(sealed.get(), FixedBytes<32>()))
        }
        XCTAssertEqual(stack.depths(of: Self.seed), [])
    }
}

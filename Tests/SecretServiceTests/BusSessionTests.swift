import SecureStore
import XCTest

@testable import SecureStoreSecretService

/// The ways in which secrets go over the bus.
final class BusSessionTests: XCTestCase {
    private func session(_ algorithm: String, _ input: BusValue) throws -> (Session, BusValue) {
        let opened = try Session.open(algorithm, input, for: ":1.1")
        return (opened.session, opened.output)
    }

    func test_open_ofAnUnknownAlgorithm_saysWhichThereAre() {
        XCTAssertThrowsError(try session("rot13", .text(""))) {
            XCTAssertEqual(($0 as? BusError)?.name, "org.freedesktop.DBus.Error.NotSupported")
        }
    }

    func test_open_withKeysThatAnybodyKnows_isRefused() throws {
        let ones = [UInt8](repeating: 0xff, count: 128)
        for key in [[], [0], [1], ones, ones + [0]] as [[UInt8]] {
            let key = BusValue.bytes(try SecretBytes(copying: key))
            XCTAssertThrowsError(try session(Session.agreed, key)) {
                XCTAssertEqual(($0 as? BusError)?.name, "org.freedesktop.DBus.Error.InvalidArgs")
            }
        }
    }

    func test_secret_inASession_comesBackAsItWas() throws {
        for algorithm in [Session.plain, Session.agreed] {
            let (session, output) = try session(algorithm, .bytes(SecretBytes(copying: [2])))
            if algorithm == Session.agreed { XCTAssertEqual(output.bytes?.count, 128) }
            for secret in [[], [0], Array(0...255), [UInt8](repeating: 7, count: 1 << 20)] as [[UInt8]] {
                let sent = try session.secret(SecretBytes(copying: secret), "text/x", at: "/s")
                let (found, type) = try session.secret(in: try XCTUnwrap(sent.parts))
                XCTAssertEqual(found.withBytes { Array($0) }, secret)
                XCTAssertEqual(type, "text/x")
            }
        }
    }

    func test_secret_thatIsCutOrOfAnotherSession_isRefused() throws {
        let (one, _) = try session(Session.agreed, .bytes(SecretBytes(copying: [2])))
        let (other, _) = try session(Session.agreed, .bytes(SecretBytes(copying: [2])))
        let parts = try XCTUnwrap(try one.secret(SecretBytes(utf8: "secret"), "", at: "/s").parts)
        XCTAssertEqual(try one.secret(in: parts).secret, try SecretBytes(utf8: "secret"))
        XCTAssertThrowsError(try other.secret(in: parts).secret.text().isEmpty ? XCTFail("empty") : ()) { _ in
        }
        let cut = [parts[0], parts[1], BusValue.bytes(try SecretBytes(copying: [1, 2, 3])), parts[3]]
        XCTAssertThrowsError(try one.secret(in: cut))
        XCTAssertThrowsError(try one.secret(in: Array(parts.prefix(3))))
    }
}

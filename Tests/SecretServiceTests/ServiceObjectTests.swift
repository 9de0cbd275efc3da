import SecureStore
import XCTest

@testable import SecureStoreSecretService

/// The paths of objects, and what the objects say of themselves.
final class ServiceObjectTests: XCTestCase {
    private func object(_ path: String) -> ServiceObject? {
        ServiceObject("/org/freedesktop/secrets" + path) { $0 == "default" ? "login" : nil }
    }

    func test_path_ofEveryObject_leadsBackToIt() throws {
        let reference = try ItemReference(persistent: Data("genp".utf8) + Data(0..<16))
        for one in [
            .service, .collection("work"), .item(reference, collection: "work"), .session(7), .prompt(8),
        ] as [ServiceObject] { XCTAssertEqual(ServiceObject(one.path) { _ in nil }, one) }
    }

    func test_path_ofAnAlias_isThatOfItsCollection() {
        XCTAssertEqual(object("/aliases/default"), .collection("login"))
        XCTAssertNil(object("/aliases/other"))
        XCTAssertEqual(
            object("/aliases/default/000102030405060708090a0b0c0d0e0f")?.path,
            "/org/freedesktop/secrets/collection/login/000102030405060708090a0b0c0d0e0f")
    }

    func test_path_ofNothing_isNoObject() {
        for path in [
            "x", "/", "/collection", "/collection/a/b/c", "/collection/login/12",
            "/collection/login/000102030405060708090A0B0C0D0E0F", "/session/x", "/other/a",
            "X", "X/collection/login", "/x/collection/login", "X/session/1", "/session/01", "/prompt/+1",
            "/session/" + String(repeating: "0", count: 60_000) + "1",
        ] {
            XCTAssertNil(object(path), path)
        }
    }

    func test_types_ofASignature_areTheSingleOnes() {
        XCTAssertEqual(Interface.types(of: "a{sv}(oayays)b"), ["a{sv}", "(oayays)", "b"])
        XCTAssertEqual(Interface.types(of: "aaosv"), ["aao", "s", "v"])
        XCTAssertEqual(Interface.types(of: ""), [])
    }

    func test_signature_ofAValue_isWhatTheTableSays() throws {
        let secret = BusValue.structure([
            .path("/s"), .bytes(try SecretBytes(copying: [])), .bytes(try SecretBytes(copying: [])),
            .text(""),
        ])
        XCTAssertEqual(secret.signature, "(oayays)")
        XCTAssertEqual(BusValue.list(of: "{o(oayays)}", []).signature, "a{o(oayays)}")
        XCTAssertEqual(BusValue.properties([("a", .bool(true))]).signature, "a{sv}")
        XCTAssertEqual(BusValue.entry(.text("a"), .variant(.number(1))).signature, "{sv}")
    }
}

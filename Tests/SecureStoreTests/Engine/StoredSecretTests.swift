import FoundationEssentials
import XCTest

@testable import SecureStore

/// The plaintext of the box around a secret, as our writers make it and as nobody makes it.
final class StoredSecretTests: XCTestCase {
    private func plaintext(_ stored: StoredSecret, padding: Int = 0) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: stored.byteCount + padding)
        bytes.withMutableRawBytes { stored.write(to: &$0, at: 0) }
        return bytes
    }

    private func entries(_ bytes: [UInt8], withEarlier: Bool = true) throws -> StoredSecret.Entries? {
        try bytes.withRawBytes { bytes throws(StoreError) in
            guard let current = StoredSecret.current(in: bytes) else { return nil }
            var entries = StoredSecret.Entries()
            return try entries.read(in: bytes, after: current, withEarlier: withEarlier) ? entries : nil
        }
    }

    private func earlier(_ bytes: [UInt8]) throws -> [EarlierSecret]? { try entries(bytes)?.earlier }

    private func parts(_ texts: [(String, String)]) throws -> [SecretPart] {
        try texts.map { SecretPart(name: $0, secret: try secret($1)) }
    }

    private func stored(_ earlier: [String], _ parts: [SecretPart] = []) throws -> StoredSecret {
        StoredSecret(
            try secret("now"), parts: parts,
            earlier: try earlier.map { EarlierSecret(replaced: .distantPast, secret: try secret($0)) })
    }

    func test_parts_whoseNamesAreOtherBytes_areNotEqual() throws {
        // Equal as text.
        let (first, second) = (try parts([("\u{e9}", "a")]), try parts([("e\u{301}", "a")]))
        XCTAssertNotEqual(first, second)
        XCTAssertEqual(first, try parts([("\u{e9}", "a")]))
    }

    func test_read_ofWritten_withAnyPadding_givesTheSame() throws {
        for texts in [[], [""], ["one"], ["three", "two", ""]] {
            for padding in 0...9 {
                let read = try earlier(plaintext(try stored(texts), padding: padding))
                XCTAssertEqual(read?.map(\.secret.text), texts)
                XCTAssertEqual(read?.allSatisfy { $0.replaced == .distantPast }, true)
            }
        }
    }

    func test_read_ofParts_withAnyPaddingAndEarlierSecrets_givesTheSame() throws {
        let texts = [("otp", "otpauth://x"), ("é", ""), (String(repeating: "n", count: 255), "note")]
        for count in 0...texts.count {
            let parts = try parts(Array(texts.prefix(count)))
            for stored in [StoredSecret(try secret("now"), parts: parts), try self.stored(["old"], parts)] {
                for padding in 0...9 {
                    let bytes = plaintext(stored, padding: padding)
                    XCTAssertEqual(try entries(bytes)?.parts, parts)
                    XCTAssertEqual(try entries(bytes, withEarlier: false)?.parts, parts)
                    XCTAssertEqual(try entries(bytes)?.earlier.count, stored.earlier.count)
                }
            }
        }
    }

    func test_read_ofPartBehindEarlierSecretOrTwice_isNil() throws {
        let (one, old) = (try parts([("a", "1")]), try stored(["one"]).earlier)
        XCTAssertNil(try entries(plaintext(StoredSecret(try secret("now"), parts: one + one))))
        // The entries of both boxes, in the wrong order.
        let heads = plaintext(StoredSecret(try secret("now"), earlier: old))
        let part = plaintext(StoredSecret(try secret("now"), parts: one)).dropFirst(7)
        XCTAssertNil(try entries(heads + part))
    }

    func test_check_ofTooManyPartsOrBytesOrName_throws() throws {
        let most = try parts((0..<256).map { ("\($0)", "") })
        XCTAssertNoThrow(try StoredSecret(secret("x"), parts: most).check())
        assertThrows(.dataTooLarge) {
            try StoredSecret(secret("x"), parts: most + parts([("more", "")])).check()
        }
        let room = (1 << 20) - 7
        let large = try parts([("a", String(repeating: "x", count: room))])
        XCTAssertNoThrow(try StoredSecret(secret("x"), parts: large).check())
        XCTAssertEqual(try entries(plaintext(StoredSecret(try secret("x"), parts: large)))?.parts, large)
        assertThrows(.dataTooLarge) {
            try StoredSecret(secret("x"), parts: parts([("a", String(repeating: "x", count: room + 1))]))
                .check()
        }
        for name in ["", String(repeating: "n", count: 256)] {
            assertThrows(.param) { try StoredSecret(secret("x"), parts: parts([(name, "")])).check() }
        }
    }

    func test_read_ofShortenedPlaintext_isNilOrShorter() throws {
        let whole = plaintext(try stored(["one", "two"]))
        for count in 0..<whole.count {
            let read = try earlier(Array(whole.prefix(count)))
            XCTAssertTrue(read == nil || (read?.count ?? 0) < 2, "\(count)")
        }
    }

    func test_read_ofImpossibleSizes_isNil() throws {
        let whole = plaintext(try stored(["one"]), padding: 40)
        for size in [1, 8, 53, 4_000, UInt32(1) << 31, .max] {
            var bytes = whole
            bytes.withMutableRawBytes { $0.store(littleEndian: size, at: 7) }
            XCTAssertNil(try earlier(bytes), "\(size)")
        }
    }

    func test_read_ofImpossibleDate_isNil() throws {
        for date in [Double.nan, .infinity, -0.0] {
            var bytes = plaintext(try stored(["one"]))
            bytes.withMutableRawBytes { $0.store(littleEndian: date.bitPattern, at: 12) }
            XCTAssertNil(try earlier(bytes), "\(date)")
        }
    }

    func test_read_ofMoreThanAllowed_isNil() throws {
        XCTAssertNotNil(try earlier(plaintext(try stored(Array(repeating: "x", count: 16)))))
        XCTAssertNil(try earlier(plaintext(try stored(Array(repeating: "x", count: 17)))))
        XCTAssertNotNil(try earlier(plaintext(try stored([String(repeating: "x", count: 16_371)]))))
        XCTAssertNil(try earlier(plaintext(try stored([String(repeating: "x", count: 16_372)]))))
    }
}

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

    private func earlier(_ bytes: [UInt8]) throws -> [EarlierSecret]? {
        try bytes.withRawBytes { bytes throws(StoreError) in
            guard let current = StoredSecret.current(in: bytes) else { return nil }
            return try StoredSecret.earlier(in: bytes, after: current)
        }
    }

    private func stored(_ earlier: [String]) throws -> StoredSecret {
        StoredSecret(
            try secret("now"),
            earlier: try earlier.map { EarlierSecret(replaced: .distantPast, secret: try secret($0)) })
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

    func test_read_ofShortenedPlaintext_isNilOrShorter() throws {
        let whole = plaintext(try stored(["one", "two"]))
        for count in 0..<whole.count {
            let read = try earlier(Array(whole.prefix(count)))
            XCTAssertTrue(read == nil || (read?.count ?? 0) < 2, "\(count)")
        }
    }

    func test_read_ofImpossibleSizes_isNil() throws {
        let whole = plaintext(try stored(["one"]), padding: 40)
        for size in [1, 7, 52, 4_000, UInt32(1) << 31, .max] {
            var bytes = whole
            bytes.withMutableRawBytes { $0.store(littleEndian: size, at: 7) }
            XCTAssertNil(try earlier(bytes), "\(size)")
        }
    }

    func test_read_ofImpossibleDate_isNil() throws {
        for date in [Double.nan, .infinity, -0.0] {
            var bytes = plaintext(try stored(["one"]))
            bytes.withMutableRawBytes { $0.store(littleEndian: date.bitPattern, at: 11) }
            XCTAssertNil(try earlier(bytes), "\(date)")
        }
    }

    func test_read_ofMoreThanAllowed_isNil() throws {
        XCTAssertNotNil(try earlier(plaintext(try stored(Array(repeating: "x", count: 16)))))
        XCTAssertNil(try earlier(plaintext(try stored(Array(repeating: "x", count: 17)))))
        XCTAssertNotNil(try earlier(plaintext(try stored([String(repeating: "x", count: 16_372)]))))
        XCTAssertNil(try earlier(plaintext(try stored([String(repeating: "x", count: 16_373)]))))
    }
}

import XCTest

@testable import SecureStore

/// The numbers of formats: no change of the tables or of what is sealed goes without a new one.
final class FormatNumberTests: StoreTestCase {
    /// The digest of the tables and layouts under each number: a new number adds a line, and no line changes.
    private let digests: [Int64: String] = [
        1: "e006816d44adc6e849f2333cb932362312e999ec1aa9f21b28cf8e5a53411bfa",
        2: "1d3e3810663a66900e3bee9521ec098e74e748a83c34cbc6dda1c61162d2f8a4",
        3: "01979d5eb242ff1893fd6815c3f203b025e50123666c3a4aeddb803ef4758aca",
        4: "42a8391afde79b45880d647dba73884e8edc5b57627feba5e58ff4ea68b334de",
    ]

    /// Vectors that between them cover every layout: slots, roots, keys, records, tokens, elements, index and
    /// state.
    private let layouts: [String] = {
        var layouts = [
            "commitment", "device-slot-secret", "device-slot-checksum", "passphrase-slot-wrapping-key",
            "recovery-slot-wrapping-key", "host-slot-secret", "host-slot-shield-key", "main-root",
            "device-root",
            "passcode-root", "keys-digest", "keys-digest-in-fleet", "signature", "index-key", "beginning-key",
            "integrity-key", "state-key",
            "node-key",
            "padded-513",
            "sum", "index-of-items", "index-of-items-digest", "index-of-both", "state-plaintext",
            "state-data",
        ]
        for number in 1...7 { layouts += ["metadata-key-\(number)", "secret-key-\(number)"] }
        let parts = [
            "record", "attributes-data", "identity", "grp", "variant", "first", "id-token", "element",
        ]
        for number in 1...5 { layouts += parts.map { "item\(number)-\($0)" } }
        return layouts + [
            "item1-third", "item4-second", "item5-second", "item1-secret-data", "item5-secret-plaintext",
        ]
    }()

    private func digest() throws -> String {
        let vectors = try FormatVectors(try FormatPage()).values
        let values = try layouts.map { name in "\(name) = \(try XCTUnwrap(vectors[name], name))" }
        return digest32(Array((Schema.tables + values).joined(separator: "\n").utf8)).hexadecimal
    }

    func test_number_ofTablesAndLayouts_isTheirOwn() throws {
        XCTAssertEqual(
            digests[Schema.version], try digest(),
            "other tables or layouts are another format: see CONTRIBUTING.md, \"Changing the format\"")
        XCTAssertEqual(Set(digests.values).count, digests.count, "a new number is for another format")
        XCTAssertEqual(digests.keys.sorted(), Array(1...Schema.version))
    }

    func test_goldenStore_ofEachNumber_opensOrIsRefusedByName() throws {
        var options = options
        options.deviceKey = .bytes(try SecretBytes(copying: GoldenStore.deviceKey))
        for number in digests.keys.sorted() {
            try GoldenStore.device.copy(to: path, format: number)
            do {
                let store = try ItemStore.open(at: path, unlockingWith: .deviceKey, options: options)
                XCTAssertTrue(try store.verify().isIntact, "format \(number)")
            } catch {
                XCTAssertEqual(error.status, .wrongSecVersion, "format \(number): \(error.reason)")
            }
            try removeStore()
        }
    }
}

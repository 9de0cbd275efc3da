import XCTest

@testable import SecureStore

final class SealedBoxTests: XCTestCase {
    private struct Box {
        var seal: [UInt8]
        var ciphertext: [UInt8]
        var associatedData: [UInt8]
    }

    // draft-irtf-cfrg-xchacha-03, A.3.1
    private let key: [UInt8] = .counting(from: 0x80, count: 32)
    private let plaintext = Array(
        """
        Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen \
        would be it.
        """.utf8)
    private let vector = Box(
        seal: .counting(from: 0x40, count: 24) + [UInt8](hexadecimal: "c0875924c1c7987947deafd8780acf49"),
        ciphertext: [UInt8](
            hexadecimal: """
                bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb731c7f1b0b4aa6440bf3a82f4eda7e39ae64\
                c6708c54c216cb96b72e1213b4522f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2383565d3fff921f9664c\
                97637da9768812f615c68b13b52e
                """),
        associatedData: [UInt8](hexadecimal: "50515253c0c1c2c3c4c5c6c7"))

    func test_open_withDraftVector_givesPlaintext() throws {
        XCTAssertEqual(try open(vector), plaintext)
    }

    func test_open_withAnyByteOfSealChanged_fails() throws {
        try assertAnyChangeFails(\.seal)
    }

    func test_open_withAnyByteOfCiphertextChanged_fails() throws {
        try assertAnyChangeFails(\.ciphertext)
    }

    func test_open_withAnyByteOfAssociatedDataChanged_fails() throws {
        try assertAnyChangeFails(\.associatedData)
    }

    func test_open_withAnyShorterCiphertext_fails() throws {
        for count in 0..<vector.ciphertext.count {
            var box = vector
            box.ciphertext = Array(vector.ciphertext.prefix(count))
            XCTAssertNil(try open(box), "\(count) bytes")
        }
    }

    func test_open_withSealOfOtherLength_fails() throws {
        for seal in [[], Array(vector.seal.dropLast()), vector.seal + [0]] {
            var box = vector
            box.seal = seal
            XCTAssertNil(try open(box), "\(seal.count) bytes")
        }
    }

    func test_open_withOtherKey_fails() throws {
        XCTAssertNil(try open(vector, key: .counting(from: 0x81, count: 32)))
    }

    func test_open_whenItFails_leavesZeros() throws {
        var box = vector
        box.seal[39] ^= 1
        XCTAssertEqual(try output(of: box, key: key).bytes, [UInt8](repeating: 0, count: plaintext.count))
    }

    func test_openBox_shorterThanASeal_fails() throws {
        let key = try SealingKey(key)
        for count in 0..<SealingKey.sealByteCount {
            let box = [UInt8](repeating: 1, count: count)
            XCTAssertNil(key.openBytes(box, FixedBytes<32>()), "\(count) bytes")
        }
    }

    func test_withOpened_ofVector_lendsPlaintext() throws {
        XCTAssertEqual(try scratch(vector), plaintext)
    }

    func test_withOpened_withOtherAssociatedData_isNil() throws {
        var box = vector
        box.associatedData = []
        XCTAssertNil(try scratch(box))
    }

    func test_seal_ofAnyLength_opensToTheSame() throws {
        for count in [0, 1, 15, 16, 17, 63, 64, 65, 200, 5000] {
            let field = try sealed(.counting(count: count))
            XCTAssertEqual(try open(box(field)), .counting(count: count), "\(count) bytes")
        }
    }

    func test_seal_withBytesAround_leavesThemAlone() throws {
        let key = try SealingKey(key)
        var field: [UInt8] = .counting(count: 100)
        try [1].withRawBytes { data throws(StoreError) in
            try key.seal(&field, sealAt: 3, from: 60, associatedData: data)
        }
        XCTAssertEqual(Array(field[..<3]), [0, 1, 2])
        XCTAssertEqual(Array(field[43..<60]), .counting(from: 43, count: 17))
    }

    func test_seal_twice_usesAnotherNonce() throws {
        let first = try sealed(plaintext)
        let second = try sealed(plaintext)
        XCTAssertNotEqual(Array(first[..<24]), Array(second[..<24]))
        XCTAssertNotEqual(Array(first[40...]), Array(second[40...]))
    }

    func test_seal_ofSharedArray_leavesTheOtherOne() throws {
        let shared = [UInt8](repeating: 5, count: 50)
        var field = shared
        let key = try SealingKey(key)
        try [].withRawBytes { data throws(StoreError) in
            try key.seal(&field, sealAt: 0, from: 40, associatedData: data)
        }
        XCTAssertEqual(shared, [UInt8](repeating: 5, count: 50))
    }

    func test_seal_withoutRoom_throwsParam() throws {
        let key = try SealingKey(key)
        let rows = [
            (-1, 60), (0, 39), (21, 60), (0, 101), (61, 60), (0, -1), (.max, 60), (0, .max), (.min, 60),
        ]
        for (sealAt, from) in rows {
            var field = [UInt8](repeating: 0, count: 100)
            let status = [].withRawBytes { data in
                thrownStatus { try key.seal(&field, sealAt: sealAt, from: from, associatedData: data) }
            }
            XCTAssertEqual(status, .param, "seal at \(sealAt), from \(from)")
        }
    }

    func test_seal_inForkedChild_throwsNotAvailable() throws {
        let key = try SealingKey(key)
        let end = try endOfForkedChild {
            var field = [UInt8](repeating: 0, count: 100)
            let status = [].withRawBytes { data in
                thrownStatus { try key.seal(&field, sealAt: 0, from: 40, associatedData: data) }
            }
            return status == .notAvailable && field == [UInt8](repeating: 0, count: 100) ? 0 : 1
        }
        XCTAssertEqual(end, .exit(0))
    }

    func test_open_inForkedChild_fails() throws {
        // The key that a child finds in place of every other, so the tag would be right.
        let key = try SealingKey([UInt8](repeating: 0, count: 32))
        let box = try key.box(key, FixedBytes<32>())
        XCTAssertNotNil(try key.openKey(box, FixedBytes<32>())?.bytes)
        let end = try endOfForkedChild {
            (try? key.openKey(box, FixedBytes<32>())?.bytes) == nil ? 0 : 1
        }
        XCTAssertEqual(end, .exit(0))
    }

    private func assertAnyChangeFails(_ part: WritableKeyPath<Box, [UInt8]>, line: UInt = #line) throws {
        for position in vector[keyPath: part].indices {
            var box = vector
            box[keyPath: part][position] ^= 1 << UInt8(position % 8)
            XCTAssertNil(try open(box), "byte \(position)", line: line)
        }
    }

    private func sealed(_ plaintext: [UInt8]) throws -> [UInt8] {
        let key = try SealingKey(key)
        var field = [UInt8](repeating: 0, count: SealingKey.sealByteCount) + plaintext
        try vector.associatedData.withRawBytes { data throws(StoreError) in
            try key.seal(&field, sealAt: 0, from: SealingKey.sealByteCount, associatedData: data)
        }
        return field
    }

    private func box(_ field: [UInt8]) -> Box {
        Box(seal: Array(field[..<40]), ciphertext: Array(field[40...]), associatedData: vector.associatedData)
    }

    private func scratch(_ box: Box) throws -> [UInt8]? {
        let key = try SealingKey(key)
        let end = box.seal.count + box.ciphertext.count
        let field = SealedField(
            bytes: box.seal + box.ciphertext, seal: 0..<box.seal.count, text: box.seal.count..<end)
        return key.withOpened(field, FixedBytes<96>(box.associatedData)) { $0.bytes }
    }

    private func open(_ box: Box) throws -> [UInt8]? { try open(box, key: key) }

    private func open(_ box: Box, key: [UInt8]) throws -> [UInt8]? {
        let (isOpen, bytes) = try output(of: box, key: key)
        return isOpen ? bytes : nil
    }

    private func output(of box: Box, key: [UInt8]) throws -> (isOpen: Bool, bytes: [UInt8]) {
        let key = try SealingKey(key)
        var output = [UInt8](repeating: 0xff, count: box.ciphertext.count)
        let isOpen = output.withMutableRawBytes { output in
            box.ciphertext.withRawBytes { ciphertext in
                box.seal.withRawBytes { seal in
                    box.associatedData.withRawBytes { data in
                        key.open(ciphertext: ciphertext, seal: seal, associatedData: data, into: &output)
                    }
                }
            }
        }
        return (isOpen, output)
    }
}

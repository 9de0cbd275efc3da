import FoundationEssentials
import XCTest

@testable import SecureStore

final class ContentTests: StoreTestCase {
    func test_secret_ofAnyBytes_comesBackAsItWas() throws {
        let store = try makeStore()
        let rows: [(String, [UInt8])] = [
            ("empty", []), ("NUL", [0]), ("NULs", [0, 0, 0, 0, 0]), ("text with NUL", [0x61, 0, 0x62]),
            ("invalid UTF-8", [0xff, 0xfe, 0xc0, 0x80]), ("every byte", Array(0...255)),
            ("27 bytes", Array(repeating: 7, count: 27)), ("28 bytes", Array(repeating: 7, count: 28)),
            ("29 bytes", Array(repeating: 7, count: 29)), ("a page", Array(repeating: 7, count: 4_096)),
        ]
        for (name, bytes) in rows {
            try store.set(password("maria"), secret: SecretBytes(copying: bytes))
            XCTAssertEqual(try store.only(query("maria")).secret?.bytes, bytes, name)
        }
    }

    func test_secret_ofAMebibyte_comesBackAsItWas() throws {
        let store = try makeStore()
        let bytes = try SecretBytes.random(count: 1 << 20)
        try store.add(password("maria"), secret: bytes)
        XCTAssertEqual(try store.only(query("maria")).secret, bytes)
    }

    func test_secret_ofTheLargestSize_comesBackAsItWas() throws {
        let store = try makeStore()
        let bytes = try SecretBytes.random(count: FileFormat.largestSecret)
        try store.add(password("maria"), secret: bytes)
        XCTAssertEqual(try store.only(query("maria")).secret, bytes)
    }

    func test_secret_oneByteLargerThanTheLargest_throwsDataTooLarge() throws {
        let store = try makeStore()
        let bytes = try SecretBytes.random(count: FileFormat.largestSecret + 1)
        assertThrows(.dataTooLarge) { try store.add(password("maria"), secret: bytes) }
        XCTAssertEqual(try store.itemCount(), 0)
    }

    func test_update_toSecretThatIsTooLarge_throwsDataTooLargeAndChangesNothing() throws {
        let store = try makeStore()
        try store.add(password("maria"), secret: secret("one"))
        let bytes = try SecretBytes.random(count: FileFormat.largestSecret + 1)
        assertThrows(.dataTooLarge) { try store.update(query("maria"), Changes().secret(bytes)) }
        XCTAssertEqual(try store.only(query("maria")).secret?.text, "one")
    }

    func test_attributes_ofNearlyTheLargestSize_comeBackAsTheyWere() throws {
        let store = try makeStore()
        var item = password("maria")
        item.generic = Data(repeating: 7, count: FileFormat.largestAttributes - 256)
        try store.add(item)
        XCTAssertEqual(try store.only(query("maria")).item.generic, item.generic)
    }

    func test_attributes_largerThanTheLargest_throwDataTooLarge() throws {
        let store = try makeStore()
        var item = password("maria")
        item.generic = Data(repeating: 7, count: FileFormat.largestAttributes)
        assertThrows(.dataTooLarge) { try store.add(item) }
        XCTAssertEqual(try store.itemCount(), 0)
    }

    func test_attribute_ofBytesThatAreNoText_comesBackAsItWas() throws {
        let store = try makeStore()
        let odd = AttributeValue.data(Data([0xff, 0, 0xfe]))
        let attributes = try ItemAttributes(.genericPassword, [.account: odd, .label: odd])
        try store.add(try GenericPassword(attributes: attributes))
        let found = try store.only(Query<GenericPassword>()).item.attributes
        XCTAssertEqual([found[.account], found[.label]], [odd, odd])
    }

    func test_attribute_ofOddText_comesBackAsItWas() throws {
        let store = try makeStore()
        for text in ["", "\u{0}", "a\u{0}b", "e\u{301}", "\u{e9}", "\u{1F511}", " "] {
            let item = GenericPassword(service: text, account: text, label: text)
            try store.add(item)
            let found = try store.only(Query<GenericPassword>().where(.account, equals: text)).item
            XCTAssertEqual(found.account.unicodeScalars.map(\.value), text.unicodeScalars.map(\.value))
            XCTAssertEqual(found.label, text)
        }
    }

    func test_number_ofAnySize_comesBackAsItWas() throws {
        let store = try makeStore()
        for number in [0, -1, Int.max, Int.min, 1 << 40] {
            var item = password("maria")
            item.creator = number
            try store.set(item)
            XCTAssertEqual(try store.only(query("maria")).item.creator, number)
        }
    }

    func test_date_ofAnyInstant_comesBackToTheBit() throws {
        let store = try makeStore()
        try store.add(password("maria"))
        let instants: [Double] = [
            0, 0.1, -0.1, 700_000_000.123_456_7, -62_135_769_600, .leastNonzeroMagnitude,
            .greatestFiniteMagnitude, 1e-300,
        ]
        for seconds in instants {
            let date = Date(timeIntervalSinceReferenceDate: seconds)
            try store.update(query("maria"), Changes().set(.creationDate, to: date))
            let found = try XCTUnwrap(store.first(query("maria").where(.creationDate, equals: date)))
            let read = found.item.creationDate?.timeIntervalSinceReferenceDate.bitPattern
            XCTAssertEqual(read, seconds.bitPattern, "\(seconds)")
        }
    }

    func test_date_offByTheLastBit_doesNotMatch() throws {
        let store = try makeStore()
        try store.add(password("maria"))
        let next = Date(timeIntervalSinceReferenceDate: clock.now.timeIntervalSinceReferenceDate.nextUp)
        XCTAssertNil(try store.first(query("maria").where(.creationDate, equals: next)))
    }
}

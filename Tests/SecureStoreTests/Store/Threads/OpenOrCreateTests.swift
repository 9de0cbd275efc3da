import Foundation
import XCTest

@testable import SecureStore

final class OpenOrCreateTests: StoreTestCase {
    func test_openOrCreate_theFirstTime_makesTheStore() throws {
        try ItemStore.openOrCreate(at: path, options: options).add(password("maria"))
        XCTAssertEqual(try ItemStore.openOrCreate(at: path, options: options).itemCount(), 1)
    }

    func test_openOrCreate_byManyThreads_makesOneStore() throws {
        let (path, options) = (path, options)
        DispatchQueue.concurrentPerform(iterations: 8) { number in
            let item = GenericPassword(service: "mail", account: "\(number)")
            do { try ItemStore.openOrCreate(at: path, options: options).add(item) } catch {
                XCTFail("\(error)")
            }
        }
        XCTAssertEqual(try openStore().itemCount(), 8)
    }

    func test_openOrCreate_ofWhatIsNoStore_throwsAndKeepsIt() throws {
        try Data("something else".utf8).write(to: URL(fileURLWithPath: path))
        XCTAssertEqual(unsafe chmod(path, 0o600), 0)
        assertThrows(.invalidKeychain) { try ItemStore.openOrCreate(at: self.path, options: self.options) }
        XCTAssertEqual(try String(contentsOfFile: path, encoding: .utf8), "something else")
    }

    func test_openOrCreate_readOnly_makesNothing() throws {
        var options = options
        options.access = .readOnly
        assertThrows(.readOnly) { try ItemStore.openOrCreate(at: self.path, options: options) }
        XCTAssertFalse(FileManager.default.fileExists(atPath: path))
    }

    func test_matchAndContains_meanTheItemThatSettingWouldChange() throws {
        let store = try makeStore()
        XCTAssertFalse(try store.contains(password("maria")))
        XCTAssertNil(try store.match(of: password("maria")))
        try store.set(password("maria"), secret: secret("one"))
        XCTAssertTrue(try store.contains(password("maria")))
        XCTAssertEqual(try store.match(of: password("maria"))?.secret?.text, "one")
        XCTAssertNil(try store.match(of: password("maria"), returning: .attributes)?.secret)
    }
}

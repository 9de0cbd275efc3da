import Foundation
import SecureStoreTesting
import XCTest

@testable import SecureStore

final class InMemoryTests: XCTestCase {
    func test_inMemory_always_isOpenAndEmpty() throws {
        let store = try ItemStore.inMemory()
        XCTAssertEqual(store.lockState, .unlocked)
        XCTAssertNil(store.path)
        XCTAssertEqual(try store.itemCount(), 0)
    }

    func test_inMemory_twice_isTwoStores() throws {
        let (first, second) = (try ItemStore.inMemory(), try ItemStore.inMemory())
        try first.add(password("maria"))
        XCTAssertNil(try second.first(query("maria")))
    }

    func test_inMemory_always_doesWhatAFileDoes() throws {
        let store = try ItemStore.inMemory()
        try store.add(password("maria"), secret: secret("one"))
        assertThrows(.duplicateItem) { try store.add(password("maria")) }
        try store.update(query("maria"), Changes().secret(secret("two")))
        try store.transaction { changes in try changes.add(password("adam")) }
        XCTAssertEqual(try store.only(query("maria")).secret?.text, "two")
        try store.delete(query("maria"))
        XCTAssertEqual(try store.itemCount(), 1)
        XCTAssertTrue(try store.verify().isIntact)
    }

    func test_inMemory_withClock_takesDatesFromIt() throws {
        let clock = TestClock()
        let store = try ItemStore.inMemory(now: { clock.now })
        try store.add(password("maria"))
        clock.advance(by: 60)
        try store.update(query("maria"), Changes())
        let item = try store.only(query("maria")).item
        XCTAssertEqual(item.creationDate, clock.now.addingTimeInterval(-60))
        XCTAssertEqual(item.modificationDate, clock.now)
    }

    func test_lock_inMemory_locksAndUnlocks() throws {
        let store = try ItemStore.inMemory()
        try store.add(password("maria"))
        store.lock()
        assertThrows(.interactionNotAllowed) { try store.copyMatching(query("maria")) }
        try store.unlock()
        XCTAssertNotNil(try store.first(query("maria")))
    }

    func test_setPassphrase_inMemory_works() throws {
        let options = StoreOptions(now: { Date() }, TestTerms(allowsAnyCost: true))
        let store = try ItemStore.inMemory(options: options)
        try store.setPassphrase(secret("pass"), cost: .cheapest)
        store.lock()
        assertThrows(.authFailed) { try store.unlock() }
        try store.unlock(with: .passphrase(secret("pass")))
        try store.removePassphrase()
        XCTAssertTrue(try store.protection().opensWithDeviceKey)
    }

    func test_inMemory_fromSeveralThreads_keepsEveryItem() throws {
        let store = try ItemStore.inMemory()
        let failures = Locked<[String]>([])
        onThreads(8) { number in
            do {
                try store.add(password("\(number)"))
                _ = try store.only(query("\(number)"))
            } catch { failures.update { $0.append("\(error)") } }
        }
        XCTAssertEqual(failures.value, [])
        XCTAssertEqual(try store.itemCount(), 8)
    }

    func test_inMemory_calledFromItsOwnLongWork_answers() throws {
        let options = StoreOptions(now: { Date() }, TestTerms(allowsAnyCost: true))
        let store = try ItemStore.inMemory(options: options)
        try store.add(password("maria"))
        let nowhere = try XCTUnwrap(FileHandle(forWritingAtPath: "/dev/null"))
        let calls = Locked(0)
        let observer: WorkProgress.Observer = { _ in
            do {
                try store.set(password("maria"), secret: secret("told"))
                _ = try store.only(query("maria"))
            } catch { XCTFail("\(error)") }
            calls.update { $0 += 1 }
            return .proceed
        }
        let work: [() throws -> Void] = [
            { XCTAssertTrue(try store.verify(onProgress: observer).isIntact) },
            {
                _ = try store.export(
                    toDescriptor: nowhere.fileDescriptor, passphrase: secret("a phrase"),
                    cost: .cheapest, onProgress: observer)
            },
            { try store.rotateKeys(onProgress: observer) },
        ]
        for (number, body) in work.enumerated() {
            try body()
            XCTAssertGreaterThan(calls.value, number)
        }
    }

    func test_inMemory_calledFromItsInspector_answersWithAStatus() throws {
        let (opened, statuses) = (Locked<ItemStore?>(nil), Locked<[StoreStatus?]>([]))
        var options = StoreOptions()
        options.inspectCertificate = { _ in
            let read = thrownStatus { _ = try opened.value?.itemCount() }
            let change = thrownStatus { try opened.value?.add(password("maria")) }
            statuses.update { $0 += [read, change] }
            return nil
        }
        let store = try ItemStore.inMemory(options: options)
        opened.update { $0 = store }
        defer { opened.update { $0 = nil } }
        let item = CertificateItem(issuer: Data([1]), serialNumber: Data([2]))
        try store.add(item, secret: secret("der"))
        assertThrows(.itemNotFound) {
            try store.copyMatching(Query<CertificateItem>().emailAddress("a@b.example"))
        }
        XCTAssertEqual(statuses.value, [.param, .param])
    }

    func test_inMemory_thatIsFull_saysThatItsMemoryIs() throws {
        let store = try ItemStore.inMemory(options: StoreOptions(), mostBytes: 1 << 20)
        XCTAssertThrowsError(
            try store.add(GenericPassword(service: "large"), secret: SecretBytes.random(count: 2 << 20))
        ) { error in
            XCTAssertEqual((error as? StoreError)?.status, .diskFull)
            XCTAssertTrue("\(error)".contains("the memory that this store may take is full"), "\(error)")
        }
    }

    func test_inMemory_withGroups_heedsThem() throws {
        let store = try ItemStore.inMemory(options: StoreOptions(accessGroups: ["a"]))
        assertThrows(.missingEntitlement) { try store.add(GenericPassword(accessGroup: "b")) }
    }
}

import Foundation
import XCTest

@testable import KeychainServices
@testable import SecureStore

/// Attributes that the store decides.
final class DictionaryManagedTests: DictionaryTestCase {
    private let item: ItemDictionary = ["class": "genp", "acct": "maria"]
    private let past = ItemDictionary.Value.date(Date(timeIntervalSince1970: 0))

    func test_add_withDates_setsBothToNow() throws {
        let store = try store
        try store.add(item + ["cdat": past, "mdat": past])
        let stored = try store.attributes(item)
        XCTAssertEqual(stored["cdat"]?.date, clock.now)
        XCTAssertEqual(stored["mdat"]?.date, clock.now)
    }

    func test_update_withDates_setsCreationButNotModification() throws {
        let store = try store
        try store.add(item)
        clock.advance(by: 10)
        try store.update(item, ["cdat": past, "mdat": past])
        let stored = try store.attributes(item)
        XCTAssertEqual(stored["cdat"]?.date, past.date)
        XCTAssertEqual(stored["mdat"]?.date, clock.now)
    }

    func test_update_withClockStandingOrGoingBack_movesModificationByAMillisecond() throws {
        let store = try store
        try store.add(item)
        var last = try XCTUnwrap(store.attributes(item)["mdat"]?.date)
        for step in [0, -3_600.0] {
            clock.advance(by: step)
            try store.update(item, [:])
            let next = try XCTUnwrap(store.attributes(item)["mdat"]?.date)
            XCTAssertEqual(next.timeIntervalSince(last), 0.001, accuracy: 0.000_1)
            last = next
        }
    }

    func test_copyMatching_withDatesOfAnAnswer_findsTheItem() throws {
        let store = try store
        try store.add(item + ["labl": "a"])
        let stored = try store.attributes(item)
        for key in ["cdat", "mdat"] {
            let query = ItemDictionary(["class": "genp", key: try XCTUnwrap(stored[key])])
            XCTAssertEqual(try store.labels(query), ["a"], key)
        }
        XCTAssertEqual(try store.labels(["class": "genp", "mdat": past]), [])
    }

    func test_update_withAnything_changesDigest() throws {
        let store = try store
        try store.add(item + ["v_Data": try secretValue("one")])
        var seen = [try XCTUnwrap(store.attributes(item)["sha1"]?.bytes)]
        for changes: ItemDictionary in [[:], ["labl": "x"], ["v_Data": try secretValue("two")]] {
            try store.update(item, changes)
            seen.append(try XCTUnwrap(store.attributes(item)["sha1"]?.bytes))
        }
        XCTAssertEqual(Set(seen).count, 4)
        XCTAssertEqual(Set(seen.map(\.count)), [20])
    }

    func test_copyMatching_withDigest_findsItsItemAlone() throws {
        let store = try store
        try store.add(item + ["labl": "a", "v_Data": try secretValue("one")])
        try store.add(["class": "genp", "acct": "other", "labl": "b"])
        let digest = try XCTUnwrap(store.attributes(item)["sha1"])
        XCTAssertEqual(try store.labels(["class": "genp", "sha1": digest]), ["a"])
        XCTAssertEqual(try store.secretText(["class": "genp", "sha1": digest]), "one")
    }

    func test_update_byDigest_leavesItemReadable() throws {
        let store = try store
        try store.add(item)
        let digest = try XCTUnwrap(store.attributes(item)["sha1"])
        try store.update(["class": "genp", "sha1": digest], ["labl": "new"])
        XCTAssertEqual(try store.labels(item), ["new"])
    }

    func test_eachAnswer_withWhateverElse_hasOneDigest() throws {
        let store = try store
        let data: ItemDictionary = ["r_Attributes": true, "r_Data": true]
        let added = try store.add(item + data + ["v_Data": try secretValue("one")])?.dictionary
        let read = try store.copyMatching(item + data)?.dictionary
        let digest = try XCTUnwrap(added?["sha1"]?.bytes)
        XCTAssertEqual(digest, read?["sha1"]?.bytes)
        XCTAssertEqual(digest, try store.attributes(item)["sha1"]?.bytes)
    }

    func test_copyMatching_withTombstone_seesThoseMarkedSo() throws {
        let store = try store
        try store.add(item + ["labl": "a", "tomb": 1])
        XCTAssertEqual(try store.labels(item), ["a"])
        XCTAssertEqual(try store.labels(item + ["tomb": 0]), ["a"])
        XCTAssertEqual(try store.labels(item + ["tomb": 1]), [])
    }

    func test_persistentReference_afterDeleteAndAdd_isAnother() throws {
        let store = try store
        try store.add(item)
        let first = try store.persistent(item).bytes
        try store.delete(item)
        try store.add(item)
        XCTAssertNotEqual(try store.persistent(item).bytes, first)
    }

    func test_update_withManagedAttributes_ignoresThem() throws {
        let store = try store
        try store.add(item)
        let digest = ItemDictionary.Value.data(Data(count: 20))
        let reference = try store.persistent(item).bytes
        try store.update(item, ["tomb": 1, "sha1": digest, "persistref": data("x"), "UUID": data("y")])
        let stored = try store.attributes(item)
        XCTAssertEqual(stored["tomb"]?.number, 0)
        XCTAssertNotEqual(stored["sha1"]?.bytes, digest.bytes)
        XCTAssertEqual(try store.persistent(item).bytes, reference)
        XCTAssertNil(stored["UUID"])
    }

    func test_add_withSyncIdentity_neverReturnsIt() throws {
        let store = try store
        let added = try store.add(item + ["UUID": data("x"), "r_Attributes": true])?.dictionary
        XCTAssertNil(added?["UUID"])
        XCTAssertNil(try store.attributes(item)["UUID"])
    }
}

import Foundation
import XCTest

@testable import SecureStore

/// Texts that a user stores are found nowhere but in what the store hands out.
final class PlantedTextTests: StoreTestCase {
    private let planted = ["planted-service", "planted-account", "planted-label", "planted-secret"]
    private let item = GenericPassword(
        service: "planted-service", account: "planted-account", label: "planted-label")

    /// A store in the middle of its life: its journal holds an add, an update and a removal.
    private func makeUsedStore() throws -> ItemStore {
        let store = try makeStore()
        try store.add(item, secret: secret("planted-secret"))
        let server = try InternetPassword(server: "planted-service", account: "planted-account")
        let long = "planted-secret" + String(repeating: "planted-label", count: 9_000)
        try store.add(server, secret: secret(long))
        let byServer = Query<InternetPassword>().where(.server, equals: "planted-service")
        try store.update(byServer, Changes().set(.comment, to: "planted-label"))
        try store.set(item, secret: secret("planted-secret again"))
        try store.delete(byServer)
        return store
    }

    private func plantedTexts(in bytes: Data) -> [String] {
        planted.filter { bytes.range(of: Data($0.utf8)) != nil }
    }

    private func plantedTextsInFiles() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory).flatMap { name in
            plantedTexts(in: try Data(contentsOf: URL(fileURLWithPath: "\(directory)/\(name)")))
                .map { "\(name): \($0)" }
        }
    }

    func test_files_whileStoreIsOpen_holdNoPlantedText() throws {
        let store = try makeUsedStore()
        let names = try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
        XCTAssertEqual(names, ["device.key", "test.store", "test.store-shm", "test.store-wal"])
        XCTAssertEqual(try plantedTextsInFiles(), [])
        withExtendedLifetime(store) {}
    }

    func test_files_afterClose_holdNoPlantedText() throws {
        _ = try makeUsedStore()
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: directory).count, 2)
        XCTAssertEqual(try plantedTextsInFiles(), [])
    }

    func test_files_whileStoreIsOpen_areTheOwnersAlone() throws {
        let store = try makeUsedStore()
        for name in try FileManager.default.contentsOfDirectory(atPath: directory) {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(directory)/\(name)")
            XCTAssertEqual(attributes[.posixPermissions] as? Int, 0o600, name)
        }
        withExtendedLifetime(store) {}
    }

    /// The text of each refusal, as a caller's log would show it.
    private func refusals(_ store: ItemStore) throws -> [String] {
        let (item, wrong) = (item, try secret("planted-secret"))
        let attempts: [() throws -> Void] = [
            { try store.add(item, secret: wrong) },
            { _ = try store.copyMatching(Query(identityOf: item).where(.comment, equals: "planted-label")) },
            { try store.update(Query<GenericPassword>(), Changes().set(.account, to: "planted-account")) },
            { try store.delete(Query<GenericPassword>().where(.service, equals: "planted-account")) },
            { try store.replace(item, secret: wrong, ifGeneration: 77) },
            {
                _ = try store.value(
                    Int.self, of: GenericPassword(service: "planted-service", account: "planted-account"))
            },
            { try store.unlock(with: .passphrase(wrong)) },
            { try store.unlock(with: .recoveryCode(wrong)) },
        ]
        return attempts.compactMap { attempt in
            do {
                try attempt()
                return nil
            } catch { return "\(error) \(String(reflecting: error))" }
        }
    }

    func test_errors_ofEveryKind_nameNoPlantedText() throws {
        let store = try makeUsedStore()
        try store.add(GenericPassword(service: "planted-service", account: "else"))
        let texts = try refusals(store)
        XCTAssertEqual(texts.count, 8)
        XCTAssertEqual(plantedTexts(in: Data(texts.joined().utf8)), [])
    }

    func test_errors_ofDamagedStore_nameNoPlantedText() throws {
        _ = try makeUsedStore()
        try tamper("UPDATE item SET attributes = randomblob(296)")
        let store = try openStore()
        let report = try store.verify()
        let texts = try refusals(store) + report.damaged.map(\.reason) + report.problems
        XCTAssertEqual(plantedTexts(in: Data(texts.joined().utf8)), [])
    }

    func test_descriptions_ofWhatHoldsSecrets_doNotShowThem() throws {
        let store = try makeUsedStore()
        let match = try store.only(Query(identityOf: item))
        var dumped = ""
        dump(match, to: &dumped)
        dump(store, to: &dumped)
        let wrong = try secret("planted-secret")
        let values: [Any] = [match, wrong, store, Credential.passphrase(wrong), DeviceKeySource.bytes(wrong)]
        for value in values { dumped += String(describing: value) + String(reflecting: value) }
        XCTAssertFalse(dumped.contains("planted-secret"))
    }
}

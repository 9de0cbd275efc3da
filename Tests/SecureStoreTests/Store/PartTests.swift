import SecureStore
import SecureStoreTestSupport
import XCTest

/// Further secrets of an item, through every call that reads, changes or moves it.
final class PartTests: StoreTestCase {
    private let item = GenericPassword(service: "forge", account: "maria")
    private var query: Query<GenericPassword> { Query(identityOf: item) }

    private func added(_ store: ItemStore, _ parts: (String, String)...) throws {
        try store.add(item, secret: secret("password"))
        var changes = Changes<GenericPassword>()
        for (name, text) in parts { changes = changes.part(name, try secret(text)) }
        try store.update(query, changes)
    }

    private func texts(_ store: ItemStore) throws -> [String] {
        try store.only(query).parts.map { "\($0.name)=\($0.secret.text)" }
    }

    func test_update_withParts_keepsThemInOrderAndInPlace() throws {
        let store = try makeStore()
        try added(store, ("otp", "seed"), ("notes", "one"))
        try store.update(query, Changes().part("otp", secret("other")).part("PIN", secret("")))
        XCTAssertEqual(try texts(store), ["otp=other", "notes=one", "PIN="])
        try store.update(query, Changes().part("notes", nil).part("unknown", nil))
        XCTAssertEqual(try texts(try openStore()), ["otp=other", "PIN="])
        XCTAssertEqual(try store.only(query).secret?.text, "password")
        XCTAssertEqual(try store.only(query).parts["otp"]?.text, "other")
        XCTAssertNil(try store.only(query).parts["notes"])
    }

    func test_changesOfSecret_leavePartsAsTheyAre() throws {
        let store = try makeStore()
        try added(store, ("notes", "note"))
        try store.set(item, secret: secret("second"))
        try store.update(query, Changes().secret(secret("third")).set(.label, to: "Forge"))
        try store.replace(item, secret: secret("fourth"), ifGeneration: store.only(query).generation)
        try store.update(query, Changes().forgettingEarlierSecrets())
        try store.rotateKeys()
        XCTAssertEqual(try texts(store), ["notes=note"])
        XCTAssertEqual(try store.only(query).secret?.text, "fourth")
        XCTAssertTrue(try store.verify().isIntact)
    }

    func test_update_withSecretAndParts_keepsEarlierSecretsToo() throws {
        var options = options
        options.earlierSecrets = 3
        let store = try ItemStore.create(at: path, options: options)
        try added(store, ("notes", "note"))
        try store.update(query, Changes().secret(secret("second")).part("PIN", secret("1")))
        XCTAssertEqual(try store.earlierSecrets(of: item).map(\.secret.text), ["password"])
        XCTAssertEqual(try texts(store), ["notes=note", "PIN=1"])
    }

    func test_look_withoutSecretsOrInAList_givesNoParts() throws {
        let store = try makeStore()
        try added(store, ("notes", "note"))
        XCTAssertEqual(try store.first(query, returning: .attributes)?.parts, [])
        XCTAssertEqual(try store.page(query, limit: 9, returning: .secrets).matches.first?.parts.count, 1)
    }

    func test_delete_takesPartsWithIt() throws {
        let store = try makeStore()
        try added(store, ("notes", "note"))
        try store.delete(query)
        try store.add(item, secret: secret("new"))
        XCTAssertEqual(try texts(store), [])
    }

    func test_update_ofItemWithoutSecret_givesItAnEmptyOne() throws {
        let store = try makeStore()
        try store.add(item)
        try store.update(query, Changes().part("notes", nil))
        XCTAssertNil(try store.only(query).secret)
        try store.update(query, Changes().part("notes", secret("note")))
        XCTAssertEqual(try store.only(query).secret?.text, "")
    }

    func test_part_thatDoesNotFit_throwsAndChangesNothing() throws {
        let store = try makeStore()
        try added(store, ("notes", "note"))
        assertThrows(.param) { try store.update(query, Changes().part("", secret("x"))) }
        let large = try secret(String(repeating: "x", count: 1 << 20))
        assertThrows(.dataTooLarge) { try store.update(query, Changes().part("large", large)) }
        assertThrows(.param) { try store.update(Query<GenericPassword>(), Changes().part("x", secret("x"))) }
        XCTAssertEqual(try texts(store), ["notes=note"])
    }

    /// A refresh replaces a vault's item without opening it, and would lose them.
    func test_part_ofVaultsItem_throwsParam() throws {
        let store = try makeStore()
        var item = item
        item.kind = "credential of a vault"
        try store.add(item, secret: secret("tokens"))
        assertThrows(.param) { try store.update(query, Changes().part("notes", secret("x"))) }
    }

    func test_kind_ofVaultGivenToItemWithParts_throwsParam() throws {
        let store = try makeStore()
        try added(store, ("notes", "note"))
        assertThrows(.param) { try store.update(query, Changes().set(.kind, to: "credential of a vault")) }
        XCTAssertEqual(try texts(store), ["notes=note"])
    }

    // MARK: - Elsewhere

    func test_backup_restoredElsewhere_hasParts() throws {
        let store = try makeStore()
        try added(store, ("notes", "note"))
        try store.backup(to: path + ".backup")
        _ = try ItemStore.restore(from: path + ".backup", to: path + ".new", options: options)
        XCTAssertEqual(try texts(ItemStore.open(at: path + ".new", options: options)), ["notes=note"])
    }

    private func exported(_ store: ItemStore, to name: String) throws -> String {
        let file = directory + "/" + name
        _ = try store.export(to: file, passphrase: secret("p"), cost: .cheapest)
        return file
    }

    func test_export_importedElsewhere_hasParts() throws {
        let store = try makeStore()
        try added(store, ("otp", "seed"), ("é", ""))
        let file = try exported(store, to: "export")
        let other = try ItemStore.inMemory()
        XCTAssertEqual(try other.importItems(from: file, passphrase: secret("p")).added, 1)
        XCTAssertEqual(try texts(other), ["otp=seed", "é="])
        XCTAssertEqual(try other.importItems(from: file, passphrase: secret("p")).unchanged, 1)
    }

    func test_import_ofOtherParts_isAChangeThatReplacesThem() throws {
        let store = try makeStore()
        try added(store, ("notes", "note"))
        let file = try exported(store, to: "export")
        try store.update(query, Changes().part("notes", secret("newer")).part("PIN", secret("1")))
        XCTAssertEqual(try store.importItems(from: file, passphrase: secret("p")).kept, 1)
        XCTAssertEqual(try texts(store), ["notes=newer", "PIN=1"])
        let report = try store.importItems(from: file, passphrase: secret("p"), policy: .replaceExisting)
        XCTAssertEqual(report.replaced, 1)
        XCTAssertEqual(try texts(store), ["notes=note"])
    }

    func test_salvage_givesParts() throws {
        try added(try makeStore(), ("notes", "note"))
        _ = try ItemStore.salvage(from: path, to: path + ".new", options: options)
        XCTAssertEqual(try texts(ItemStore.open(at: path + ".new", options: options)), ["notes=note"])
    }
}

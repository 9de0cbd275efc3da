import XCTest

@testable import SecureStore

/// The test vectors put together: a whole store in memory, which the library's own code opens.
struct VectorStore {
    let page: FormatPage
    let connection: Connection
    let store: Bytes16
    /// The items; the fifth is there while the keys are changed, and the second key set for it.
    let items: [VectorItem]

    init(_ page: FormatPage, withTwoKeySets: Bool = false) throws {
        self.page = page
        items = try VectorItem.all() + (withTwoKeySets ? [VectorItem.fifth()] : [])
        store = try XCTUnwrap(page.bytes16("store-id"))
        connection = try Connection(path: nil, role: .writing)
        try Schema.create(in: connection)
        try connection.insertHeader(id: store, commitment: page.bytes("commitment"), writer: nil)
        for slot in slots { try connection.insertSlot(slot) }
        try connection.insertKeyset(keyset())
        if withTwoKeySets { try connection.insertKeyset(keyset(2, "next-")) }
        try connection.insertState(
            keysVersion: withTwoKeySets ? 4 : 3, sealed: page.bytes(withTwoKeySets ? "next-state" : "state"))
    }

    var slots: [SlotRow] {
        [
            slot(1, .deviceKey, "device-slot"),
            slot(2, .passphrase, "passphrase-slot", PassphraseCost.cheapest),
            slot(5, .recoveryCode, "recovery-slot"),
            slot(6, .host, "host-slot"),
        ]
    }

    private func slot(_ number: Int64, _ kind: KeySlot.Kind, _ name: String, _ cost: PassphraseCost? = nil)
        -> SlotRow
    {
        SlotRow(
            number: number, kind: kind.rawValue, salt: page.bytes("\(name)-salt"),
            passes: Int64(cost?.passes ?? 0), memory: Int64(cost?.memory ?? 0),
            recipient: page.bytes("\(name)-recipient"), shield: page.bytes("\(name)-shield"),
            sealed: page.bytes("\(name)-sealed"), checksum: page.bytes("\(name)-checksum"))
    }

    func keyset(_ number: UInt32 = 1, _ prefix: String = "") -> KeysetRow {
        KeysetRow(
            number: number, main: page.bytes(prefix + "main-root-box"),
            device: page.bytes(prefix + "device-root-box"), passcode: page.bytes(prefix + "passcode-root-box")
        )
    }

    func deviceKey() throws(StoreError) -> DeviceKey {
        try DeviceKey(SecretBytes(copying: page.bytes("device-key")))
    }

    /// The keys and the state that a credential gives.
    func unlock(_ credential: Credential) throws -> (ring: KeyRing, state: StoreState) {
        let key = try deviceKey()
        let keys = KeyHierarchy { () throws(StoreError) in key }
        let state = try keys.unlock(try KeyMaterial(connection), credential, after: nil)
        return (try keys.ring(), state)
    }

    /// Writes the rows of the items with the boxes of the page and the tokens of the code, and their indexes.
    ///
    /// Returns a state with the roots.
    @discardableResult
    func insertItems(_ ring: KeyRing) throws -> StoreState {
        for item in items { try connection.statement(.writeItem, of: sealed(item, ring)).run() }
        var state = StoreState(keysDigest: [])
        if let previous = ring.previous {
            try connection.writeIndex(entries(previous), previous, \.previousRoot, of: &state)
        }
        try connection.writeIndex(entries(ring), ring, \.root, of: &state)
        if ring.previous != nil, let made = state.root {
            // The page has the two top nodes side by side.
            try connection.execute("UPDATE node SET number = 64 WHERE number = \(made.node)")
            state.root = IndexReference(node: 64, count: made.count, digest: made.digest)
        }
        return state
    }

    private func entries(_ ring: KeyRing) throws -> IndexChanges {
        let changes = IndexChanges()
        for item in items where item.keyset == ring.keyset {
            let sealed = try sealed(item, ring)
            let digest = try RecordCodec(ring: ring).element(sealed).digest
            for entry in Tokens(ring).entries(sealed.columns, digest: digest) { changes.insert(entry) }
        }
        return changes
    }

    func sealed(_ item: VectorItem, _ ring: KeyRing) throws -> SealedItem {
        var columns = item.columns
        try Tokens(try XCTUnwrap(ring.of(item.keyset))).apply(item.attributes, to: &columns)
        let attributes = page.bytes("\(item.name)-attributes")
        let secret = item.secret == nil ? [] : page.bytes("\(item.name)-secret")
        return SealedItem(
            columns: columns,
            fields: SealedFields(
                attributes + secret, attributesEnd: attributes.count, hasSecret: item.secret != nil))
    }
}

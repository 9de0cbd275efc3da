import XCTest

@testable import SecureStore

/// The test vectors put together: a whole store in memory, which the library's own code opens.
struct VectorStore {
    let page: FormatPage
    let connection: Connection
    let store: Bytes16

    init(_ page: FormatPage) throws {
        self.page = page
        store = try XCTUnwrap(page.bytes16("store-id"))
        connection = try Connection(path: nil, role: .writing)
        try Schema.create(in: connection)
        try connection.insertHeader(id: store, commitment: page.bytes("commitment"))
        for slot in slots { try connection.insertSlot(slot) }
        try connection.insertKeyset(keyset)
        try connection.insertState(keysVersion: 3, sealed: page.bytes("state"))
    }

    var slots: [SlotRow] {
        [
            slot(1, .deviceKey, "device-slot"),
            slot(2, .passphrase, "passphrase-slot", PassphraseCost.cheapest),
            slot(5, .recoveryCode, "recovery-slot"),
            slot(6, .host, "host-slot"),
        ]
    }

    private func slot(_ number: Int64, _ kind: SlotKind, _ name: String, _ cost: PassphraseCost? = nil)
        -> SlotRow
    {
        SlotRow(
            number: number, kind: kind.rawValue, salt: page.bytes("\(name)-salt"),
            passes: Int64(cost?.passes ?? 0), memory: Int64(cost?.memory ?? 0),
            recipient: page.bytes("\(name)-recipient"), shield: page.bytes("\(name)-shield"),
            sealed: page.bytes("\(name)-sealed"), checksum: page.bytes("\(name)-checksum"))
    }

    var keyset: KeysetRow {
        KeysetRow(
            number: 1, main: page.bytes("main-root-box"), device: page.bytes("device-root-box"),
            passcode: page.bytes("passcode-root-box"))
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

    /// Writes the rows of the items with the boxes of the page and the tokens of the code, and their index.
    ///
    /// Returns the root of the index.
    @discardableResult
    func insertItems(_ ring: KeyRing) throws -> IndexRoot {
        let changes = IndexChanges()
        for item in try VectorItem.all() {
            let sealed = try sealed(item, ring)
            try connection.statement(.writeItem, of: sealed).run()
            let digest = try RecordCodec(ring: ring).element(sealed).digest
            for entry in Tokens(ring).entries(sealed.columns, digest: digest) { changes.insert(entry) }
        }
        var state = StoreState(keysDigest: [])
        try connection.writeIndex(changes, ring, \.root, of: &state)
        return state.root
    }

    func sealed(_ item: VectorItem, _ ring: KeyRing) throws -> SealedItem {
        var columns = item.columns
        try Tokens(ring).apply(item.attributes, to: &columns)
        let attributes = page.bytes("\(item.name)-attributes")
        let secret = item.secret == nil ? [] : page.bytes("\(item.name)-secret")
        return SealedItem(
            columns: columns,
            fields: SealedFields(
                attributes + secret, attributesEnd: attributes.count, hasSecret: item.secret != nil))
    }
}

@testable import SecureStore

/// Every vector of the page that is not a box and no input, computed by the library's code.
struct FormatVectors {
    /// Values that the code is given, or only opens: keys chosen for the page, boxes, and what leads to them.
    static let given: Set<String> = Set(
        [
            "store-id", "unlock-key", "device-key", "passphrase", "recovery-code", "recovery-code-bytes",
            "main-root-wrapping-key", "device-root-wrapping-key", "passcode-root-wrapping-key",
            "main-root-box", "device-root-box", "passcode-root-box", "state",
            "next-main-root-wrapping-key", "next-device-root-wrapping-key", "next-passcode-root-wrapping-key",
            "next-main-root-box", "next-device-root-box", "next-passcode-root-box", "next-state",
            "write-key", "writing-slot-sealed-key", "writing-slot-sealed",
        ]
            + ["device", "passphrase", "recovery", "host"].flatMap { kind in
                ["salt", "shield", "sealed-key", "sealed"].map { "\(kind)-slot-\($0)" }
            }
            + (1...5).map { "item\($0)-attributes" } + [1, 2, 3, 5].map { "item\($0)-secret" })

    private let page: FormatPage
    private let made: VectorStore
    /// The same store with a second key set.
    private let next: VectorStore
    private(set) var values: [String: String] = [:]

    init(_ page: FormatPage) throws {
        self.page = page
        made = try VectorStore(page)
        next = try VectorStore(page, withTwoKeySets: true)
        let ring = try made.unlock(.deviceKey).ring
        try addSlots()
        try addKeyset()
        addKeys(ring)
        try addItems(made.items, ring, sum: "sum")
        try addIndexes(ring)
        addState(made, ring)
        try addNext(next.unlock(.deviceKey).ring)
        try addFleet()
        for name in page.vectors.keys {
            guard name.hasPrefix("padded-"), let count = Int(name.dropFirst(7)) else { continue }
            values[name] = String(FileFormat.paddedCount(count))
        }
    }

    private mutating func put(_ name: String, _ bytes: [UInt8]) { values[name] = bytes.hexadecimal }

    private mutating func put(_ name: String, _ key: borrowing SealingKey) {
        put(name, key.withBytes { $0.array(at: 0, count: $0.byteCount) ?? [] })
    }

    private mutating func addSlots() throws {
        put("commitment", KeyMaterial.commitment(to: try page.key("unlock-key"), store: made.store))
        let names = ["device-slot", "passphrase-slot", "recovery-slot", "host-slot"]
        for (slot, name) in zip(made.slots, names) {
            let wrapping = try wrappingKey(slot)
            put("\(name)-wrapping-key", wrapping)
            let secret = try SlotCodec.secret(of: slot, under: wrapping, store: made.store)
            put("\(name)-secret", secret)
            put("\(name)-shield-key", try SlotCodec.shield(secret, slot))
            // Only the recipient and, over the page's boxes, the checksum are the same in every sealing.
            let again = try SlotCodec.make(
                try page.key("unlock-key"), under: wrapping, store: made.store, number: slot.number,
                kind: KeySlot.Kind(rawValue: slot.kind) ?? .deviceKey, salt: slot.salt, cost: nil)
            put("\(name)-recipient", again.recipient)
            put("\(name)-checksum", SlotCodec.checksum(slot, made.store))
        }
    }

    private func wrappingKey(_ slot: SlotRow) throws -> SealingKey {
        switch KeySlot.Kind(rawValue: slot.kind) {
        case .passphrase:
            let passphrase = try SecretBytes(copying: page.bytes("passphrase"))
            return try SecureStore.wrappingKey(from: passphrase, salt: slot.salt, cost: .cheapest)
        case .recoveryCode:
            let code = try SecretBytes(copying: page.bytes("recovery-code"))
            return try RecoveryCode.wrappingKey(from: code, salt: slot.salt)
        default: return try KeyHierarchy.wrapping(try made.deviceKey(), slot.salt)
        }
    }

    private mutating func addKeyset() throws {
        put("keys-digest", digest(made.slots, [made.keyset()]))
        var main = made.keyset()
        (main.device, main.passcode) = (nil, nil)
        put("keys-digest-of-main-only", digest([made.slots[0]], [main]))
        try addRoots(made.keyset(), "")
    }

    private func digest(_ slots: [SlotRow], _ keysets: [KeysetRow]) -> [UInt8] {
        KeyMaterial(
            store: made.store, commitment: page.bytes("commitment"), slots, keysets, keysVersion: 0
        ).digest
    }

    private mutating func addRoots(_ keyset: KeysetRow, _ prefix: String) throws {
        let boxes: [(String, KeysetCodec.Root, [UInt8])] = [
            ("main-root", .main, keyset.main),
            ("device-root", .device, keyset.device ?? []),
            ("passcode-root", .passcode, keyset.passcode ?? []),
        ]
        for (name, root, box) in boxes {
            let opened = try KeysetCodec.open(
                root, box, try page.key("unlock-key"), try made.deviceKey(), store: made.store,
                keyset: keyset.number)
            if let opened { put(prefix + name, opened) }
        }
    }

    /// The additions of a second key set: its keys, the item that it has sealed, and the state of both.
    private mutating func addNext(_ ring: KeyRing) throws {
        put("keys-digest-of-two", digest(made.slots, [next.keyset(), next.keyset(2, "next-")]))
        try addRoots(next.keyset(2, "next-"), "next-")
        addCommonKeys(ring, "next-")
        put("next-node-key", try page.key("next-main-root").derive("securestore node", []))
        try addItems(next.items, ring, sum: "sum-of-two")
        let index = try MadeIndex(ring.common.node, entries(try VectorItem.fifth(), next, ring))
        put("index-of-next", try index.top())
        values["index-of-next-digest"] = index.root?.digest.hexadecimal
        addState(next, ring, "next-")
    }

    /// The slot of a host that may write, alone in a fleet, and a signature of its.
    private mutating func addFleet() throws {
        let key = try WriteKey(seed: try page.key("write-key"))
        var (slot, main) = (made.slots[3], made.keyset())
        slot.sealed = page.bytes("writing-slot-sealed")
        slot.checksum = SlotCodec.checksum(slot, made.store)
        (main.device, main.passcode) = (nil, nil)
        let material = KeyMaterial(
            store: made.store, commitment: page.bytes("commitment"), writer: key.publicKey, [slot], [main],
            keysVersion: 0)
        // The slot leads to the same write key.
        let opened = try KeyHierarchy.unlock(material, try made.deviceKey())
        if let writer = opened.writeKey?.publicKey { put("writer", writer) }
        put("keys-digest-in-fleet", material.digest)
        put("signature", try key.sign("securestore change", made.store.array))
    }

    private mutating func addCommonKeys(_ ring: KeyRing, _ prefix: String) {
        put(prefix + "index-key", ring.common.index)
        put(prefix + "beginning-key", ring.common.beginning)
        put(prefix + "integrity-key", ring.common.integrity)
        put(prefix + "state-key", ring.common.state)
    }

    private mutating func addKeys(_ ring: KeyRing) {
        addCommonKeys(ring, "")
        for access in Accessibility.allCases {
            guard case .ready(let keys) = ring.slots[Int(access.rawValue)] else { continue }
            put("metadata-key-\(access.rawValue)", keys.metadata)
            put("secret-key-\(access.rawValue)", keys.secret)
        }
    }

    private mutating func addItems(_ items: [VectorItem], _ ring: KeyRing, sum name: String) throws {
        var sum = MultisetHash()
        for item in items {
            let made = item.keyset == 1 ? made : next
            var record: [UInt8] = []
            try AttributeRecord(shapes: ClassShapes()).append(item.attributes, to: &record)
            put("\(item.name)-record", record)
            let sealed = try made.sealed(item, ring)
            addTokens(sealed.columns, Tokens(ring.of(item.keyset) ?? ring), item.name)
            addEarlier(item)
            addData(sealed, item.name)
            let element = try RecordCodec(ring: ring).element(sealed)
            var alone = MultisetHash()
            alone.add(element)
            sum.add(element)
            put("\(item.name)-element", alone.bytes)
            values["\(item.name)-digest"] = element.digest.hexadecimal
        }
        put(name, sum.bytes)
    }

    /// The plaintext of a secret that is not the first.
    private mutating func addEarlier(_ item: VectorItem) {
        guard let bytes = item.secret, !item.earlier.isEmpty, let current = try? SecretBytes(copying: bytes)
        else { return }
        let secret = StoredSecret(current, parts: item.parts, earlier: item.earlier)
        var plain = [UInt8](repeating: 0, count: FileFormat.paddedCount(secret.byteCount))
        plain.withMutableRawBytes { secret.write(to: &$0, at: 0) }
        put("\(item.name)-secret-plaintext", plain)
    }

    private func entries(_ item: VectorItem, _ made: VectorStore, _ ring: KeyRing) throws -> [IndexEntry] {
        let sealed = try made.sealed(item, ring)
        return Tokens(ring).entries(
            sealed.columns, digest: try RecordCodec(ring: ring).element(sealed).digest)
    }

    /// The index of the four items, and those of entries that no store has.
    private mutating func addIndexes(_ ring: KeyRing) throws {
        put("node-key", try page.key("main-root").derive("securestore node", []))
        let hundred = (Int64(1)...100).map { IndexEntry(key: IndexKey(Self.token($0), $0), digest: nil) }
        let forty = (Int64(1)...40).map { number -> IndexEntry in
            let half = UInt64(number) * 0x0101_0101_0101_0101
            return IndexEntry(key: IndexKey(Self.token(0), number), digest: Bytes16(high: half, low: half))
        }
        let items = try made.items.flatMap { try entries($0, made, ring) }
        let indexes = [("items", items), ("hundred", hundred), ("forty", forty), ("both", hundred + forty)]
        for (name, entries) in indexes {
            let index = try MadeIndex(ring.common.node, entries)
            put("index-of-\(name)", try index.top())
            values["index-of-\(name)-digest"] = index.root?.digest.hexadecimal
        }
    }

    private static func token(_ number: Int64) -> Bytes16 {
        var message: [UInt8] = []
        message.append(littleEndian: UInt64(bitPattern: number))
        return Bytes16(hexadecimal: Array(digest32(message).prefix(16)).hexadecimal) ?? .init(high: 0, low: 0)
    }

    private mutating func addData(_ item: SealedItem, _ name: String) {
        let hasSecret = item.fields.hasSecret
        func data(_ field: FileFormat.Field) -> [UInt8] {
            FileFormat.associatedData(field, store: made.store, item.columns, hasSecret: hasSecret).bytes
        }
        put("\(name)-attributes-data", data(.attributes))
        if hasSecret { put("\(name)-secret-data", data(.secret) + item.fields.bytes[24..<40]) }
    }

    private mutating func addState(_ made: VectorStore, _ ring: KeyRing, _ prefix: String = "") {
        let data = FileFormat.associatedData(.state, store: made.store, number: UInt64(ring.keyset))
        put(prefix + "state-data", data.bytes)
        let box = page.bytes(prefix + "state")
        if let plain = ring.common.state.openBytes(box, data) { put(prefix + "state-plaintext", plain) }
    }

    private mutating func addTokens(_ columns: ItemColumns, _ made: Tokens, _ name: String) {
        let tokens: [(String, Bytes16?)] = [
            ("id-token", made.id(columns.id)), ("list-token", Tokens.list(columns.itemClass)),
            ("identity", columns.identity), ("grp", columns.group), ("variant", columns.variant),
            ("first", columns.first), ("second", columns.second), ("third", columns.third),
        ]
        for (column, token) in tokens { values["\(name)-\(column)"] = token?.hexadecimal ?? "NULL" }
    }
}

extension MultisetHash {
    fileprivate var bytes: [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }
}

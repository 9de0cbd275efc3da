import XCTest

@testable import SecureStore

/// Writes what only a holder of the keys can write: boxes that open, and digests that fit, around wrong
/// content.
struct Forgery {
    private let store: ItemStore
    private let database: PlainDatabase
    private let ring: KeyRing

    init(_ store: ItemStore) throws {
        self.store = store
        database = try PlainDatabase(try XCTUnwrap(store.path))
        ring = try store.engine.keys.ring()
    }

    // MARK: - The item of row 1

    /// Changes the padded plaintexts of the record and the secret; the index and the state vouch for the row.
    func changeItem(
        record: ([UInt8]) -> [UInt8] = { $0 }, secret: ([UInt8]) -> [UInt8] = { $0 }
    ) throws {
        try store.committer.commit { session throws(StoreError) in
            var first: ProvenRow?
            try session.finder().each(.whole) { row throws(StoreError) in
                if case .whole(let row) = row, row.columns.number == 1 { first = row }
            }
            guard let old = first else { throw StoreError(.itemNotFound, "there is no row 1") }
            try replace(old, with: try sealed(old, record, secret), session)
        }
    }

    private func sealed(
        _ old: ProvenRow, _ record: ([UInt8]) -> [UInt8], _ secret: ([UInt8]) -> [UInt8]
    ) throws(StoreError) -> SealedItem {
        let (columns, ends) = (old.columns, old.fields.ends)
        let keys = try ring.keys(Accessibility(rawValue: columns.access) ?? .whenUnlocked)
        let codec = RecordCodec(ring: ring)
        let attributes = try reseal(
            Array(old.fields.bytes[..<ends.attributes]), keys.metadata,
            FileFormat.associatedData(
                .attributes, store: ring.store, columns, hasSecret: old.fields.hasSecret
            ).bytes, nil, record)
        let oldData = codec.secretData(columns, old.fields.bytes, ends.attributes).bytes
        let newData = codec.secretData(columns, attributes, attributes.count).bytes
        let box = try reseal(
            Array(old.fields.bytes[ends.attributes...]), keys.secret, oldData, newData, secret)
        return SealedItem(
            columns: columns,
            fields: SealedFields(attributes + box, attributesEnd: attributes.count, hasSecret: true))
    }

    private func replace(
        _ old: ProvenRow, with item: SealedItem, _ session: WriteSession
    ) throws(StoreError) {
        try session.connection.statement(.updateItem, of: item).run()
        let element = try RecordCodec(ring: ring).element(item)
        for entry in Tokens(ring).entries(item.columns, digest: element.digest) where entry.digest != nil {
            session.change.entries.replace(entry)
        }
        session.change.state.sum.subtract(old.own.element)
        session.change.state.sum.add(element)
        session.change.isEmpty = false
    }

    /// Opens a box, changes what is in it, and seals that with the same key.
    private func reseal(
        _ box: [UInt8], _ key: borrowing SealingKey, _ old: [UInt8], _ new: [UInt8]?,
        _ change: ([UInt8]) -> [UInt8]
    ) throws(StoreError) -> [UInt8] {
        guard let plain = key.openBytes(box, FixedBytes<96>(old)) else {
            throw StoreError(.decode, "a box does not open")
        }
        return try key.box(change(plain), FixedBytes<96>(new ?? old))
    }

    // MARK: - The state and the index

    /// Changes the plaintext of the state.
    func changeState(_ change: ([UInt8]) -> [UInt8]) throws {
        let data = FileFormat.associatedData(.state, store: ring.store, number: UInt64(ring.keyset)).bytes
        let box = try reseal(try bytes("sealed FROM state"), ring.common.state, data, nil, change)
        try database.run("UPDATE state SET sealed = x'\(box.hexadecimal)'")
    }

    /// Changes the content of the index's top node; the state names its new digest.
    func changeTopNode(_ change: ([UInt8]) -> [UInt8]) throws {
        let number = try XCTUnwrap(try store.engine.read { snapshot in snapshot.state.root?.node })
        let content = change(try bytes("content FROM node WHERE number = \(number)"))
        try database.run("UPDATE node SET content = x'\(content.hexadecimal)' WHERE number = \(number)")
        let proven = content[0] == 1 ? content.count - 8 * Int(content[2]) : content.count
        let key = try nodeKey()
        var digest: [UInt8] = []
        content.withRawBytes { key.authenticator($0.extracting(0..<proven)) }.append(to: &digest)
        try changeState { $0[..<145] + digest + $0[161...] }
    }

    private func nodeKey() throws -> SealingKey {
        let main = try KeysetCodec.open(
            .main, try bytes("main FROM keyset"), store.engine.keys.unlockKey().key, nil, store: ring.store,
            keyset: ring.keyset)
        guard let main else { throw StoreError(.decode, "the main root does not open") }
        return try main.derive("securestore node", [])
    }

    private func bytes(_ column: String) throws -> [UInt8] {
        let (name, rest) = (column.prefix { $0 != " " }, column.drop { $0 != " " })
        let rows = try database.rows("SELECT hex(\(name))\(rest)")
        return [UInt8](hexadecimal: try XCTUnwrap(rows.first).first ?? "")
    }
}

extension FixedBytes {
    /// A message of these bytes, which must have room.
    init(_ bytes: [UInt8]) {
        self.init()
        bytes.withRawBytes { append($0) }
    }

    /// The bytes that were appended so far.
    var bytes: [UInt8] { withBytes { $0.array(at: 0, count: $0.byteCount) ?? [] } }
}

/// A record or a secret as a holder of the keys might write it.
enum ForgedPlaintext {
    /// Some bytes behind their length, padded as the format says.
    static func padded(_ content: [UInt8], _ more: [UInt8] = []) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: UInt32(content.count))
        bytes += content + more
        return bytes + [UInt8](repeating: 0, count: FileFormat.paddedCount(bytes.count) - bytes.count)
    }

    static func entry(_ code: String, _ form: UInt8, _ value: [UInt8]) -> [UInt8] {
        var bytes = Array(code.utf8) + [form]
        bytes.append(littleEndian: UInt32(value.count))
        return bytes + value
    }

    static func number(_ value: Int64) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: UInt64(bitPattern: value))
        return bytes
    }

    static func date(_ seconds: Double) -> [UInt8] { number(Int64(bitPattern: seconds.bitPattern)) }

    /// A part of a name, given as bytes, or of one that says another size than it has.
    static func part(_ name: [UInt8], _ count: Int, nameSize: Int? = nil) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: UInt32(2 + name.count + count))
        bytes += [1, UInt8(nameSize ?? name.count)] + name
        return bytes + [UInt8](repeating: 0x78, count: count)
    }

    /// One of the secrets that an item had before; its size is that of its date and its bytes, unless one is
    /// given.
    static func earlier(_ seconds: Double, _ count: Int, size: Int? = nil) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: UInt32(size ?? count + 9))
        return bytes + [2] + date(seconds) + [UInt8](repeating: 0x78, count: count)
    }
}

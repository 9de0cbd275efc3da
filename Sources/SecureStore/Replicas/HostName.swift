/// A name that people call a host by, sealed for the other hosts by way of a server.
///
/// It is sealed twice: under a key of the store, which every host has, and under the secret of the host's own
/// slot. Whoever changes the keys seals the first again. Should that have been kept from them, the host reads
/// its name in the second.
struct HostName {
    private let slot: SlotRow
    private let ring: KeyRing

    /// The size of a box, one for all names, so that the server learns nothing from it.
    private static let boxByteCount = SealingKey.sealByteCount + 1 + HostRequest.mostNameBytes
    private static let keysetByteCount = 4
    /// The bit of the length in a name that another host has sealed: it says nothing of the keys that the
    /// host has.
    private static let isOfOthers: UInt8 = 0x80

    /// Creates the name of the host that has this slot.
    init(of slot: SlotRow, _ ring: KeyRing) { (self.slot, self.ring) = (slot, ring) }

    /// Seals a name; the host's own secret is only known to itself.
    func seal(_ name: String, _ own: SlotSecret?) throws(StoreError) -> [UInt8] {
        try HostRequest.check(name: name)
        var sealed: [UInt8] = []
        sealed.append(littleEndian: ring.keyset)
        sealed += try box(name, own == nil ? Self.isOfOthers : 0, try sharedKey(ring))
        if let own { sealed += try box(name, 0, try ownKey(own)) }
        return sealed
    }

    /// Seals a name of the earlier keys with the present ones, and leaves the box of its host.
    ///
    /// Nil for any other name.
    func renew(_ sealed: [UInt8]) throws(StoreError) -> [UInt8]? {
        guard let name = try open(sealed)?.name else { return nil }
        let new = try seal(name, nil)
        guard !sealed.starts(with: new.prefix(Self.keysetByteCount)) else { return nil }
        return new + sealed.dropFirst(new.count)
    }

    /// Opens a name, and tells whether its host sealed it with the present keys; nil if no keys did for this
    /// slot.
    func open(_ sealed: [UInt8]) throws(StoreError) -> (name: String, isPresent: Bool)? {
        var reader = RecordReader(sealed)
        guard let keyset = reader.number32(), let ring = ring.of(keyset),
            let box = reader.bytes(Self.boxByteCount), let kept = name(in: box, try sharedKey(ring))
        else { return nil }
        return (kept.name, keyset == self.ring.keyset && !kept.isOfOthers)
    }

    /// Opens the name that this host has sealed for itself, under whatever keys.
    func open(_ sealed: [UInt8], _ own: SlotSecret) throws(StoreError) -> String? {
        guard sealed.count == Self.keysetByteCount + 2 * Self.boxByteCount else { return nil }
        return name(in: Array(sealed.suffix(Self.boxByteCount)), try ownKey(own))?.name
    }

    // MARK: - Boxes

    /// The key of the box for all hosts, bound to the slot's salt: another host may get the number later.
    private func sharedKey(_ ring: KeyRing) throws(StoreError) -> SealingKey {
        try ring.common.state.derive("securestore host name", slot.salt)
    }

    private func ownKey(_ own: SlotSecret) throws(StoreError) -> SealingKey {
        try own.key.derive("securestore own host name", slot.salt)
    }

    private func box(
        _ name: String, _ flag: UInt8, _ key: borrowing SealingKey
    ) throws(StoreError) -> [UInt8] {
        let padding = [UInt8](repeating: 0, count: HostRequest.mostNameBytes - name.utf8.count)
        return try key.box([UInt8(name.utf8.count) | flag] + Array(name.utf8) + padding, data)
    }

    private func name(
        in box: [UInt8], _ key: borrowing SealingKey
    ) -> (name: String, isOfOthers: Bool)? {
        guard let plain = key.openBytes(box, data), let first = plain.first,
            case let count = Int(first & ~Self.isOfOthers), (1..<plain.count).contains(count),
            let name = String(validating: plain[1...count], as: UTF8.self),
            (try? HostRequest.check(name: name)) != nil
        else { return nil }
        return (name, first & Self.isOfOthers != 0)
    }

    private var data: FixedBytes<32> {
        FileFormat.associatedData(.hostName, store: ring.store, number: UInt64(bitPattern: slot.number))
    }
}

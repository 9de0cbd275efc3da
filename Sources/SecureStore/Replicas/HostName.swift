/// A name that people call a host by, sealed for the other hosts by way of a server.
///
/// It is sealed twice: under a key of the store, which every host has, and under the secret of the host's own
/// slot. A change of keys makes the first useless. The second stays good, so that the host reads its name
/// there and seals it again.
struct HostName {
    private let slot: SlotRow
    private let ring: KeyRing

    /// The size of a box, one for all names, so that the server learns nothing from it.
    private static let boxByteCount = SealingKey.sealByteCount + 1 + HostRequest.mostNameBytes
    private static let keysetByteCount = 4

    /// Creates the name of the host that has this slot.
    init(of slot: SlotRow, _ ring: KeyRing) { (self.slot, self.ring) = (slot, ring) }

    /// Seals a name; the host's own secret is only known to itself.
    func seal(_ name: String, _ own: SlotSecret?) throws(StoreError) -> [UInt8] {
        try HostRequest.check(name: name)
        var sealed: [UInt8] = []
        sealed.append(littleEndian: ring.keyset)
        sealed += try box(name, try sharedKey(ring))
        if let own { sealed += try box(name, try ownKey(own)) }
        return sealed
    }

    /// Opens a name, and tells whether the present keys sealed it; nil if no keys did for this slot.
    func open(_ sealed: [UInt8]) throws(StoreError) -> (name: String, isPresent: Bool)? {
        var reader = RecordReader(sealed)
        guard let keyset = reader.number32(), let ring = ring.of(keyset),
            let box = reader.bytes(Self.boxByteCount), let name = name(in: box, try sharedKey(ring))
        else { return nil }
        return (name, keyset == self.ring.keyset)
    }

    /// Opens the name that this host has sealed for itself, under whatever keys.
    func open(_ sealed: [UInt8], _ own: SlotSecret) throws(StoreError) -> String? {
        guard sealed.count == Self.keysetByteCount + 2 * Self.boxByteCount else { return nil }
        return name(in: Array(sealed.suffix(Self.boxByteCount)), try ownKey(own))
    }

    // MARK: - Boxes

    /// The key of the box for all hosts, bound to the slot's salt: another host may get the number later.
    private func sharedKey(_ ring: KeyRing) throws(StoreError) -> SealingKey {
        try ring.common.state.derive("securestore host name", slot.salt)
    }

    private func ownKey(_ own: SlotSecret) throws(StoreError) -> SealingKey {
        try own.key.derive("securestore own host name", slot.salt)
    }

    private func box(_ name: String, _ key: borrowing SealingKey) throws(StoreError) -> [UInt8] {
        let padding = [UInt8](repeating: 0, count: HostRequest.mostNameBytes - name.utf8.count)
        let plain = [UInt8(name.utf8.count)] + Array(name.utf8) + padding
        return try key.box(plain, data)
    }

    private func name(in box: [UInt8], _ key: borrowing SealingKey) -> String? {
        guard let plain = key.openBytes(box, data),
            let count = plain.first.map({ Int($0) }), (1..<plain.count).contains(count),
            let name = String(validating: plain[1...count], as: UTF8.self),
            (try? HostRequest.check(name: name)) != nil
        else { return nil }
        return name
    }

    private var data: FixedBytes<32> {
        FileFormat.associatedData(.hostName, store: ring.store, number: UInt64(bitPattern: slot.number))
    }
}

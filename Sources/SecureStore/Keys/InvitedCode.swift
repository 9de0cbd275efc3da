/// The code of a request, sealed for the fleet by a machine that has an invitation.
///
/// The invitation is a code that the fleet has made, and a mark of the fleet and of its write key. The code
/// leads to no key of a store: whoever has it can be let in by a host, as long as the fleet's items say that
/// the invitation holds. All machines with one invitation can read what the others leave; by the mark each
/// of them knows who may answer.
package enum InvitedCode {
    /// The number of machines that can wait with one invitation at the same time.
    package static let places: Range<UInt64> = 0..<64

    static let markByteCount = 20

    static func mark(_ store: Bytes16, _ fleet: Bytes16, _ writer: [UInt8]?) -> [UInt8] {
        let fleet = store.array + fleet.array + (writer ?? [])
        return Array(digest32(labelled("securestore invitation mark", fleet)).prefix(markByteCount))
    }

    /// Makes an invitation: its code, sealed for the hosts that may write, and the text that machines bring.
    static func make(
        _ ring: KeyRing, _ fleet: Bytes16
    ) throws(StoreError) -> (sealed: SecretBytes, text: SecretBytes) {
        let code = try RecoveryCode.make()
        return (try seal(code, ring), try text(code, mark(ring.store, fleet, ring.writer)))
    }

    /// The invitation with this code, as machines bring it.
    static func text(_ code: SecretBytes, _ mark: [UInt8]) throws(StoreError) -> SecretBytes {
        let random = try RecoveryCode.random(of: code)
        let count = RecoveryCode.randomByteCount
        let both = try SecretBytes.opening(capacity: count + markByteCount) { target in
            random.withRawBytes { target.copy($0, to: 0) }
            mark.withRawBytes { target.copy($0, to: count) }
            return 0..<(count + markByteCount)
        }
        return try RecoveryCode.text(of: both)
    }

    /// The code and the mark of an invitation; throws `authFailed` if it does not have the form of one.
    static func parts(of invitation: SecretBytes) throws(StoreError) -> (code: SecretBytes, mark: [UInt8]) {
        let count = RecoveryCode.randomByteCount
        let both = try RecoveryCode.random(of: invitation, count: count + markByteCount)
        return try both.withRawBytes { both throws(StoreError) in
            let code = try SecretBytes.copy(of: both.extracting(0..<count))
            return (try RecoveryCode.text(of: code), both.array(at: count, count: markByteCount) ?? [])
        }
    }

    /// The ids under which machines leave their codes, by place; nobody without the invitation knows them.
    package static func ids(of invitation: SecretBytes) throws(StoreError) -> [[UInt8]] {
        let key = try HostRequest.key(of: invitation)
        return places.map { place in
            var context: [UInt8] = []
            context.append(littleEndian: place)
            return Array(key.commitment("securestore invitation id", context).prefix(Bytes16.byteCount))
        }
    }

    /// Seals the code of a request for whoever has the invitation.
    package static func seal(
        _ code: SecretBytes, at place: UInt64, with invitation: SecretBytes
    ) throws(StoreError) -> [UInt8] {
        try box(code, try boxKey(invitation), data(place))
    }

    /// Opens what was left at a place; nil if it was not sealed with this invitation, or for another place.
    package static func open(
        _ box: [UInt8], at place: UInt64, with invitation: SecretBytes
    ) throws(StoreError) -> SecretBytes? {
        try open(box, try boxKey(invitation), data(place))
    }

    // MARK: - The invitation itself

    /// Seals an invitation for the hosts that may write: whoever can read it can answer whoever brings it.
    private static func seal(_ code: SecretBytes, _ ring: KeyRing) throws(StoreError) -> SecretBytes {
        guard let key = try keptKey(ring) else { throw KeyRing.readsOnly }
        return try SecretBytes(copying: try box(code, key, keptData(ring)))
    }

    /// Opens it; nil if it was sealed with another write key.
    static func openInvitation(_ sealed: SecretBytes, _ ring: KeyRing) throws(StoreError) -> SecretBytes? {
        guard let key = try keptKey(ring) else { return nil }
        let box = sealed.withRawBytes { $0.array(at: 0, count: $0.byteCount) } ?? []
        return try open(box, key, keptData(ring))
    }

    private static func keptKey(_ ring: KeyRing) throws(StoreError) -> SealingKey? {
        try ring.writeKey?.seed.derive("securestore invitation", [])
    }

    private static func keptData(_ ring: KeyRing) -> FixedBytes<32> {
        FileFormat.associatedData(.invitation, store: ring.store, number: UInt64(ring.keyset))
    }

    // MARK: - Boxes

    /// Seals a code under a key; a box around a key has room for it.
    private static func box(
        _ code: SecretBytes, _ key: borrowing SealingKey, _ data: FixedBytes<32>
    ) throws(StoreError) -> [UInt8] {
        let random = try RecoveryCode.random(of: code)
        let padded = try SecretBytes.opening(capacity: SealingKey.byteCount) { target in
            random.withRawBytes { target.copy($0, to: 0) }
            return 0..<SealingKey.byteCount
        }
        let content = try SealingKey(copying: padded)
        return try key.box(content, data)
    }

    private static func open(
        _ box: [UInt8], _ key: borrowing SealingKey, _ data: FixedBytes<32>
    ) throws(StoreError) -> SecretBytes? {
        guard let content = try key.openKey(box, data) else { return nil }
        return try content.withBytes { bytes throws(StoreError) in
            let random = bytes.extracting(0..<RecoveryCode.randomByteCount)
            return try RecoveryCode.text(of: try SecretBytes.copy(of: random))
        }
    }

    private static func boxKey(_ invitation: SecretBytes) throws(StoreError) -> SealingKey {
        try HostRequest.key(of: invitation).derive("securestore invitation box", [])
    }

    private static func data(_ place: UInt64) -> FixedBytes<32> {
        FileFormat.associatedData(.invitedCode, store: Bytes16(high: 0, low: 0), number: place)
    }
}

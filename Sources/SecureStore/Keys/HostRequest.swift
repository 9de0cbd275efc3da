/// A request of a machine that wants to join a fleet.
///
/// The request may pass through anybody's hands. The code that belongs to it may not: a person takes it from
/// the new host to one of the fleet. The code proves to the fleet that nobody exchanged the request, and to
/// the new host that whoever lets it in had the code.
package struct HostRequest: Equatable, Sendable {
    let salt: [UInt8]
    /// The public key that the fleet's unlock key will be sealed to.
    let recipient: [UInt8]
    /// The name that people call the host by.
    package let name: String
    private let proof: [UInt8]
    /// The mark of the fleet that has invited the host; nil without an invitation.
    ///
    /// It stays on the host.
    package private(set) var mark: [UInt8]?

    package static let mostNameBytes = 64
    private static let fixedByteCount = 16 + 32 + 32

    /// A request for the slot that this machine's device key is to open, and its code.
    static func make(name: String, _ device: DeviceKey) throws(StoreError) -> (HostRequest, code: SecretBytes)
    {
        try check(name: name)
        let salt = Bytes16.random().array
        let secret = try secret(device, salt)
        let code = try code(of: secret)
        let recipient = try SlotCodec.pair(secret).publicKey
        let proof = try proof(code, salt, recipient, name)
        return (HostRequest(salt: salt, recipient: recipient, name: name, proof: proof), code)
    }

    /// Derives the slot secret of a host that asks: it knows neither store nor slot yet, so both are zero.
    private static func secret(_ device: DeviceKey, _ salt: [UInt8]) throws(StoreError) -> SealingKey {
        try KeyHierarchy.wrapping(device, salt).derive(
            "securestore slot",
            SlotCodec.context(KeySlot.Kind.host.rawValue, Bytes16(high: 0, low: 0), 0, salt))
    }

    // MARK: - On its way

    /// Seals the request into a box that its code opens, for a server that need not know the machine's name.
    package func sealed(with code: SecretBytes) throws(StoreError) -> (id: [UInt8], box: [UInt8]) {
        let id = try Self.id(of: code)
        return (id, try Self.boxKey(code).box(bytes, Self.data(.hostRequest)))
    }

    /// The id by which whoever has the code finds the request among any number of others.
    package static func id(of code: SecretBytes) throws(StoreError) -> [UInt8] {
        Array(try key(of: code).commitment("securestore host id", []).prefix(Bytes16.byteCount))
    }

    /// Opens the box of a request; nil if it was sealed with another code.
    ///
    /// Throws ``StoreStatus/wrongSecVersion`` for one that a program of another format has sealed.
    package static func open(
        _ box: [UInt8], _ code: SecretBytes
    ) throws(StoreError) -> HostRequest? {
        guard box.count <= mostBoxBytes else { return nil }
        let key = try boxKey(code)
        func bytes(_ format: UInt8) -> [UInt8]? {
            key.openBytes(box, data(.hostRequest, format))
        }
        if let bytes = bytes(FileFormat.version) {
            let request = try HostRequest(bytes)
            return try request.belongs(to: code) ? request : nil
        }
        guard let other = (1...UInt8.max).first(where: { bytes($0) != nil }) else { return nil }
        throw FileFormat.refusal(other, "the host that asks to join")
    }

    /// Seals for the host that has asked which fleet has let it in, and by which write key it knows that.
    ///
    /// Hosts that only read have all keys of the fleet, and not the code.
    static func answer(
        _ code: SecretBytes, _ ring: KeyRing, _ fleet: Bytes16
    ) throws(StoreError) -> [UInt8] {
        try answerKey(code).box(ring.store.array + fleet.array + (ring.writer ?? []), data(.hostAnswer))
    }

    /// Refuses a fleet that has not let in the host with this code, or under another write key.
    ///
    /// A code that was left with an invitation is known to all who have that, so the mark decides.
    func check(
        _ answer: [UInt8], _ code: SecretBytes, _ material: KeyMaterial, _ fleet: Bytes16
    ) throws(StoreError) {
        let told = try Self.answerKey(code).openBytes(answer, Self.data(.hostAnswer))
        guard let told, mark == nil || mark == InvitedCode.mark(material.store, fleet, material.writer) else {
            throw Self.notLetIn
        }
        let fleet = material.store.array + fleet.array
        guard told.starts(with: fleet) else { throw ReplicaPoint.foreign }
        guard Array(told.dropFirst(fleet.count)) == material.writer else {
            throw StoreError(
                .authFailed,
                "the fleet's keys were replaced since this host was let in; let it in again with the same code (Fleet.letIn, "
                    + "securestore fleet approve)")
        }
    }

    static let notLetIn = StoreError(
        .authFailed,
        "the fleet has not let this host in; take its code to a host that does (Fleet.letIn, securestore fleet approve)"
    )

    private static func answerKey(_ code: SecretBytes) throws(StoreError) -> SealingKey {
        try key(of: code).derive("securestore host answer", [])
    }

    private static let noSalt = [UInt8](repeating: 0, count: Bytes16.byteCount)
    private static let mostBoxBytes = 1_024

    /// The key of a code, for whoever knows nothing but that.
    static func key(of code: SecretBytes) throws(StoreError) -> SealingKey {
        try RecoveryCode.wrappingKey(from: code, salt: noSalt)
    }

    private static func boxKey(_ code: SecretBytes) throws(StoreError) -> SealingKey {
        try key(of: code).derive("securestore host box", [])
    }

    private static func data(
        _ field: FileFormat.Field, _ format: UInt8 = FileFormat.version
    ) -> FixedBytes<32> {
        FileFormat.associatedData(field, store: Bytes16(high: 0, low: 0), number: 0, format: format)
    }

    /// The code of a request that this machine has made.
    func code(_ device: DeviceKey) throws(StoreError) -> SecretBytes {
        let code = try Self.code(of: try Self.secret(device, salt))
        _ = try shield(code)
        return code
    }

    /// The code that a slot secret gives.
    static func code(of secret: borrowing SealingKey) throws(StoreError) -> SecretBytes {
        let key = try secret.derive("securestore host code", [])
        let count = RecoveryCode.randomByteCount
        return try key.withBytes { bytes throws(StoreError) in
            try RecoveryCode.text(of: try SecretBytes.copy(of: bytes.extracting(0..<count)))
        }
    }

    /// The shield key of the slot that a code gives.
    static func shield(from code: SecretBytes, salt: [UInt8]) throws(StoreError) -> SealingKey {
        try RecoveryCode.wrappingKey(from: code, salt: salt).derive("securestore host shield", [])
    }

    private static func proof(
        _ code: SecretBytes, _ salt: [UInt8], _ recipient: [UInt8], _ name: String
    ) throws(StoreError) -> [UInt8] {
        try RecoveryCode.wrappingKey(from: code, salt: salt)
            .commitment("securestore host request", recipient + Array(name.utf8))
    }

    /// The shield key of the host's slot; throws `authFailed` unless this code belongs to this request.
    func shield(_ code: SecretBytes) throws(StoreError) -> SealingKey {
        guard try belongs(to: code) else {
            throw StoreError(
                .authFailed, "the code does not belong to this request; type it as the host shows it")
        }
        return try Self.shield(from: code, salt: salt)
    }

    private func belongs(to code: SecretBytes) throws(StoreError) -> Bool {
        constantTimeEqual(try Self.proof(code, salt, recipient, name), proof)
    }

    /// Asks whether a slot was made for this request.
    func isAnswered(by slot: SlotRow) -> Bool {
        slot.kind == KeySlot.Kind.host.rawValue && slot.salt == salt && slot.recipient == recipient
    }

    /// Refuses a text that cannot be the name of a host.
    package static func check(name: String) throws(StoreError) {
        guard isName(name) else {
            throw StoreError(
                .param, "a host's name has 1 to \(mostNameBytes) bytes, and no control characters")
        }
    }

    /// Tells whether a text can be the name of a host or of an invitation.
    package static func isName(_ text: String) -> Bool {
        1...mostNameBytes ~= text.utf8.count
            && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    package var bytes: [UInt8] { salt + recipient + proof + Array(name.utf8) }

    // MARK: - Kept on the host

    /// The request and its mark, for a process that goes on with it.
    package var kept: [UInt8] { [UInt8(mark?.count ?? 0)] + (mark ?? []) + bytes }

    package init(kept: [UInt8]) throws(StoreError) {
        let count = Int(kept.first ?? 0)
        self = try HostRequest(Array(kept.dropFirst(1 + count)))
        guard count > 0 else { return }
        guard count == InvitedCode.markByteCount else { throw Self.unreadable }
        mark = Array(kept[1...count])
    }

    /// Has the host believe nobody but the fleet that made this invitation; returns the invitation's code.
    package mutating func bind(to invitation: SecretBytes) throws(StoreError) -> SecretBytes {
        let (code, mark) = try InvitedCode.parts(of: invitation)
        self.mark = mark
        return code
    }

    private static let unreadable = StoreError(
        .decode, "this is not a host's request; let the host ask again")

    private init(salt: [UInt8], recipient: [UInt8], name: String, proof: [UInt8]) {
        (self.salt, self.recipient, self.name, self.proof) = (salt, recipient, name, proof)
    }

    /// Reads a request from bytes; only its code can tell whether it is genuine.
    package init(_ bytes: [UInt8]) throws(StoreError) {
        guard bytes.count > Self.fixedByteCount, let name = String(validating: bytes[80...], as: UTF8.self)
        else { throw Self.unreadable }
        try Self.check(name: name)
        self.init(
            salt: Array(bytes[..<16]), recipient: Array(bytes[16..<48]), name: name,
            proof: Array(bytes[48..<80]))
    }
}

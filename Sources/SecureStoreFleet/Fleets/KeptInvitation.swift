import SecureStore

/// An invitation as the fleet keeps it: an item, so that what is left of it is proven on every host.
struct KeptInvitation {
    let name: String
    /// The code, sealed for the hosts that may write.
    let code: SecretBytes
    /// The rights with which machines are let in.
    let rights: HostRights
    /// The number of machines that can still join with it.
    let uses: Int
    /// The time of its end, in seconds since 1970.
    let end: Int64
    /// The key set of its time: whoever was removed with that may have read the code.
    private let keyset: UInt32
    private let reference: ItemReference

    private static let mostUses = 1_000
    static let mostSeconds: Int64 = 366 * 86_400

    /// The service of a fleet's invitations: those of an earlier fleet of the store are none.
    private static func service(_ fleet: String) -> String { "invitation \(fleet)" }

    static func query(_ fleet: String) -> Query<GenericPassword> {
        Query<GenericPassword>().synchronizable(.any).where(.service, equals: service(fleet))
    }

    /// Reads an item; nil if it is no invitation.
    init?(_ match: ItemMatch<GenericPassword>) {
        let words = match.item.comment?.split(separator: " ") ?? []
        guard let code = match.secret, words.count == 4,
            let end = Int64(words[0]), let uses = Int(words[1]), let keyset = UInt32(words[2]),
            let rights = [HostRights.readWrite, .readOnly].first(where: { Self.word($0) == words[3] })
        else { return nil }
        (name, self.code, self.rights) = (match.item.account, code, rights)
        reference = match.reference
        (self.end, self.uses, self.keyset) = (end, uses, keyset)
    }

    /// The facts that go with the code, as text: end, uses, key set and rights.
    private static func record(_ end: Int64, _ uses: Int, _ keyset: UInt32, _ rights: HostRights) -> String {
        "\(end) \(uses) \(keyset) \(word(rights))"
    }

    private static func word(_ rights: HostRights) -> String { rights == .readOnly ? "reads" : "writes" }

    /// A new invitation's item; throws `param` for numbers that none can have.
    static func item(
        _ name: String, of fleet: String, uses: Int, within time: Duration, from now: Int64, keyset: UInt32,
        _ rights: HostRights
    ) throws(StoreError) -> GenericPassword {
        let seconds = time.components.seconds
        guard 1...mostUses ~= uses, 1...mostSeconds ~= seconds else {
            throw StoreError(
                .param, "an invitation has 1 to \(mostUses) uses, and lasts from a second to 366 days")
        }
        var item = GenericPassword(service: service(fleet), account: name)
        item.comment = record(now + seconds, uses, keyset, rights)
        return item
    }

    // MARK: - Those that there are

    /// The invitations that hold, in a replica that may not have taken in the newest change.
    static func holding(_ fleet: String, _ store: ItemStore) throws(StoreError) -> [KeptInvitation] {
        let (now, keyset) = (store.secondsNow, try store.keyset)
        return try store.hidden.all(query(fleet)).compactMap { KeptInvitation($0) }
            .filter { $0.holds(at: now, keyset) }
    }

    /// Asks whether it has not ended, by its time or by a change of keys.
    func holds(at now: Int64, _ keyset: UInt32) -> Bool { now < end && uses > 0 && keyset == self.keyset }

    func delete(in changes: borrowing Transaction) throws(StoreError) {
        try changes.deleteIfPresent(Query<GenericPassword>().synchronizable(.any).reference(reference))
    }

    /// Counts a use, in the change that lets a machine in.
    ///
    /// Throws `authFailed` if the invitation does not hold any more.
    func use(in changes: borrowing Transaction, at now: Int64) throws(StoreError) {
        let query = Query<GenericPassword>().synchronizable(.any).reference(reference)
        let present = try changes.first(query).flatMap { KeptInvitation($0) }
        guard let present, present.holds(at: now, changes.keyset) else {
            throw StoreError(.authFailed, "the invitation has ended; make another one (Fleet.invite)")
        }
        if present.uses == 1 {
            try changes.delete(query)
        } else {
            let record = Self.record(present.end, present.uses - 1, present.keyset, present.rights)
            try changes.update(query, Changes().set(.comment, to: record))
        }
    }
}

public import SecureStore

/// Hosts that come and go.
extension Fleet {
    /// Asks the fleet to let this machine in.
    ///
    /// The request goes to the server, sealed with its code. Carry the code to a host of the fleet by another
    /// way, and keep it secret until you have joined. `name` is what people call this machine, of 1 to 64
    /// bytes. Throws `StoreStatus.param` for another name, `StoreStatus.notAvailable` if the server cannot be
    /// reached, and what reading or making the device key throws.
    public func ask(
        as name: String, options: StoreOptions = StoreOptions()
    ) throws(StoreError) -> JoinRequest {
        let request = try JoinRequest(as: name, options: options)
        try ask(request)
        return request
    }

    /// Asks with a request that was made before; asking again changes nothing.
    ///
    /// One with an invitation leaves its code for the fleet, and an invitation that has ended is not noticed:
    /// nobody answers. Throws `StoreStatus.notAvailable` if the server cannot be reached; then ask again. If
    /// 64 machines wait with the invitation already, it throws `StoreStatus.databaseLocked`.
    public func ask(_ request: JoinRequest) throws(StoreError) {
        let sealed = try request.request.sealed(with: request.code)
        try server.ask(sealed.id, sealed.box)
        if let invitation = request.invitation { try leave(request.code, with: invitation) }
    }

    /// The name of the host that has asked with this code; nil if none has.
    ///
    /// A request that the code does not open counts as none. Throws `StoreStatus.notAvailable` if the server
    /// cannot be reached, and `StoreStatus.wrongSecVersion` if the host's program has another file format.
    public func nameOfHost(asking code: SecretBytes) throws(StoreError) -> String? {
        try request(with: code)?.request.name
    }

    func request(with code: SecretBytes) throws(StoreError) -> (id: [UInt8], request: HostRequest)? {
        let id = try HostRequest.id(of: code)
        guard let box = try server.request(id), let request = try HostRequest.open(box, code) else {
            return nil
        }
        return (id, request)
    }

    /// Lets in the host that has asked with this code, and returns its name and the number of its slot.
    ///
    /// `store` is an open replica of the fleet. With `HostRights.readOnly` the host gets no key that signs
    /// changes, so it cannot make any, even with the server's help; to change that, remove it and let it in
    /// again. Throws `StoreStatus.authFailed` if nobody has asked with this code, and `StoreStatus.wrPerm` on
    /// a host that only reads. If it throws anything else, call it again: a request has one slot, with the
    /// rights of its first answer, however often it is answered.
    public func letIn(
        _ code: SecretBytes, as rights: HostRights = .readWrite, over store: ItemStore
    ) throws(StoreError) -> (name: String, slot: Int) {
        try requireWriter(store)
        guard let asked = try request(with: code) else {
            throw StoreError(
                .authFailed,
                "no host has asked to join with this code; type it as the host shows it, or let the host ask again "
                    + "(Fleet.ask, securestore fleet join)")
        }
        return try letIn(asked, code, as: rights, over: store)
    }

    /// Answers a request, unless `check` refuses it in the change that makes the slot.
    func letIn(
        _ asked: (id: [UInt8], request: HostRequest), _ code: SecretBytes, as rights: HostRights,
        over store: ItemStore,
        if check: (borrowing Transaction) throws(StoreError) -> Void = { _ in }
    ) throws(StoreError) -> (name: String, slot: Int) {
        let name = asked.request.name
        let (slot, isNew, answer) = try store.letIn(asked.request, code: code, rights: rights, if: check)
        if isNew {
            try server.note(slot: slot, number: 0, name: try store.asReplica.sealHostName(name, slot: slot))
        }
        try server.answer(asked.id, answer)
        return (name, Int(slot))
    }

    /// Copies the fleet's store to a path that is free, proves it, and opens it.
    ///
    /// Throws `StoreStatus.authFailed` as long as nobody has let this host in, and
    /// `StoreStatus.wrongSecVersion` if the fleet has another file format. If the fleet's keys were replaced
    /// since the host was let in, it asks again, with the same code. Takes as long as copying all items.
    public func join(
        _ request: JoinRequest, at path: String, reading reads: Reads = .local,
        options: StoreOptions = StoreOptions()
    ) throws(StoreError) -> ItemStore {
        let (id, box) = try request.request.sealed(with: request.code)
        let answer = try server.request(id)
        let store: ItemStore
        do throws(StoreError) {
            store = try ItemStore.makeReplica(
                of: server.fleet, at: path, from: server, as: request.request, answeredBy: answer,
                reading: reads.policy, options: options)
        } catch {
            // An answer that is of no use any more gives its place back to the request.
            if error.status == .authFailed, let answer, try HostRequest.open(answer, request.code) == nil {
                try server.answer(id, box)
            }
            throw error
        }
        // It has joined, and says so with its next call if it cannot now.
        do throws(StoreError) {
            try note(store.sequenceNumber(), of: store, as: request.name)
            try server.withdraw(id)
        } catch {}
        return store
    }

    /// Removes hosts: their slots go, and new keys keep them from reading what is written afterwards.
    ///
    /// They keep what they had, so change the secrets that matter. `store` is an open replica of another
    /// host. Several hosts cost one change of keys. Takes as long as `rotateKeys`, while all hosts go on; if
    /// it is interrupted, call it again. Throws `StoreStatus.param` if no host has one of these slots, and
    /// for this host's own: see ``leave(with:unlockingWith:options:)``.
    ///
    /// If all of them only read, what they have read already is not encrypted again: the new keys are for
    /// what is written from then on, and `rotateKeys` moves the rest. Such a removal is one short change,
    /// unless an earlier change of keys, also that of such a removal, has to be ended first.
    ///
    /// An interrupted call leaves no note of its slots. So while a change of keys is unfinished, this call
    /// takes slots that no host has for the ones that were removed: it ends that change and returns, even if
    /// there never were such slots.
    public func remove(
        _ slots: [Int], over store: ItemStore, onProgress: WorkProgress.Observer? = nil
    ) throws(StoreError) {
        try requireWriter(store)
        try store.asReplica.removeHosts(Set(slots.map { Int64($0) }), onProgress)
        do throws(StoreError) { for slot in slots { try server.forget(slot: Int64(slot)) } } catch {
            // Only administrators may. Without its slot it is no host, and no list shows it.
            guard error.status == .wrPerm else { throw error }
        }
    }

    /// Ends a removal, or another change of keys, that was interrupted; false if there is none.
    package func endRemoval(
        over store: ItemStore, onProgress: WorkProgress.Observer? = nil
    ) throws(StoreError) -> Bool {
        try requireWriter(store)
        return try store.asReplica.endChangeOfKeys(onProgress)
    }

    // MARK: - Who there is

    /// All hosts of the fleet by their slots, with their names.
    ///
    /// `store` is an open replica, whose keys vouch for the slots and the names: the server can leave a name
    /// out, and cannot make one up or exchange two. How far each host is, is its own account by way of the
    /// server, which nothing proves. Throws `StoreStatus.param` for a store of no fleet or of another one,
    /// and what ``catchUp(_:)`` throws, which it begins with.
    public func hosts(over store: ItemStore) throws(StoreError) -> [Host] {
        try hostsAndKeys(over: store).map(\.host)
    }

    /// The hosts, and whether their names prove that they have the newest keys.
    private func hostsAndKeys(
        over store: ItemStore
    ) throws(StoreError) -> [(host: Host, hasNewestKeys: Bool)] {
        try requireReplica(store)
        try store.catchUp()
        var noted: [Int64: FleetHost] = [:]
        for host in try server.hosts(of: store.hostNames([:]).map(\.slot)) { noted[host.slot] = host }
        return try store.hostNames(noted.compactMapValues(\.name)).map { slot, name, isPresent, rights in
            let host = noted[slot]
            let seen = host.flatMap { $0.number > 0 ? Duration.seconds($0.secondsAgo) : nil }
            let shown = Host(
                slot: Int(slot), name: name, number: host?.number ?? 0, seen: seen,
                isReadOnly: rights == .readOnly)
            return (shown, isPresent)
        }
    }

    /// The hosts that have said how far they are, without their names, which only a replica's keys can open.
    ///
    /// At most a thousand of them, those of the lowest slots, in one round trip. Throws
    /// `StoreStatus.notAvailable` if the server cannot be reached, and `StoreStatus.noSuchKeychain` if it was
    /// not prepared.
    public func hosts() throws(StoreError) -> [Host] {
        try server.hosts().map {
            Host(
                slot: Int($0.slot), name: nil, number: $0.number, seen: .seconds($0.secondsAgo),
                isReadOnly: nil)
        }
    }

    // MARK: - What nobody needs

    /// Removes from the server what no host needs any more, and returns the newest change that all know.
    ///
    /// These are the digests of changes that all hosts know, and the numbers of items that went away before.
    /// It also removes handovers that belong to no change, and reports of slots that no host has. Once each
    /// host knows the newest change, it removes all handovers, and the links after that change. A host that
    /// has not sealed its name with the present keys counts as one that knows nothing: after a change of
    /// keys, call this when all have caught up.
    ///
    /// Needs the rights of an administrator. `store` is an open replica. For a host that is away, or that was
    /// let in and never joined, everything stays that came after the last change that it reported: remove the
    /// host if it does not come back. A host that reported more than it knows, as after a backup of its file
    /// was put back, has to be let in again. A host that takes changes in by `ItemStore.changes()`, by reads
    /// that ask, or with its own changes, does not report how far it is: have it call ``catchUp(_:)`` or
    /// ``waitForChange(of:atMost:)`` now and then. Throws `StoreStatus.wrPerm` without those rights.
    @discardableResult
    public func prune(over store: ItemStore) throws(StoreError) -> UInt64 {
        try requireWriter(store)
        // The call also reports how far this host is.
        try catchUp(store)
        // Read before the slots: a host that is let in meanwhile keeps its report.
        let first = try store.newestHere().number
        let all = try hostsAndKeys(over: store)
        let hosts = all.map(\.host)
        // A host that has the present keys has sealed its name with them: without it, its report is not
        // believed.
        let known = all.allSatisfy(\.hasNewestKeys) ? hosts.map(\.number).min() ?? 0 : 0
        try server.pruneReports(but: hosts.map { Int64($0.slot) }, at: first)
        try server.prune(below: known)
        let (newest, keysVersion) = try store.newestHere()
        try server.pruneLinks(after: newest, known: known)
        try server.pruneHandovers(after: keysVersion, at: newest, known: known)
        return known
    }

    // MARK: - A host

    /// A host of the fleet.
    ///
    /// ``Fleet/hosts(over:)`` lists them, and ``Fleet/remove(_:over:onProgress:)`` takes the numbers of
    /// slots.
    public struct Host: Equatable, Sendable {
        /// The number of its slot, as in `Protection.slots`.
        public let slot: Int
        /// The name that people see; nil if it is not known.
        public let name: String?
        /// The newest change that it had taken in; 0 until it has joined.
        public let number: UInt64
        /// The time since the host last reported, by the server's clock; nil if it never did.
        public let seen: Duration?
        /// True if the host only reads; nil if that is not known, as it is not without a replica.
        public let isReadOnly: Bool?
    }

    /// Tells the server how far this host is, and seals its name again if what is kept there is of no use.
    func note(_ number: UInt64, of store: ItemStore, as name: String?) throws(StoreError) {
        guard let slot = store.ownSlot() else { return }
        let replica = try store.asReplica
        let given = try name.map { name throws(StoreError) in try replica.sealHostName(name, slot: slot) }
        let kept = try server.note(slot: slot, number: number, name: given)
        guard let new = try replica.renewHostName(kept, orElse: name ?? MachineName.current) else { return }
        try server.note(slot: slot, number: number, name: new)
    }
}

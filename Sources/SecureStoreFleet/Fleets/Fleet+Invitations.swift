public import SecureStore

/// Machines that come and go, and that no person lets in one by one.
extension Fleet {
    /// An invitation: within a time, machines that have its code are let in without a person.
    public struct Invitation: Equatable, Sendable {
        /// The name that people call it by.
        public let name: String
        /// The number of machines that can still join with it.
        public let uses: Int
        /// The time until it ends.
        public let timeLeft: Duration
        /// The rights with which machines are let in.
        public let rights: HostRights
    }

    /// Makes an invitation, and returns its text, which nothing shows again.
    ///
    /// Up to `uses` machines join with it in this time, as soon as a host calls
    /// ``letInInvited(over:_:)``. It leads to no key: if it leaks, ``revokeInvitation(_:over:)``
    /// makes it useless, and so does every change of keys, by ``remove(_:over:onProgress:)`` or `rotateKeys`.
    /// It names the fleet's write key, so that machines which have it cannot answer each other. With
    /// `HostRights.readOnly` the machines that come only read. Throws `StoreStatus.duplicateItem` if an
    /// invitation of this name holds, and `StoreStatus.param` unless the name has 1 to 64 bytes, and there
    /// are 1 to 1,000 uses and at most a year.
    public func invite(
        as name: String, uses: Int = 1, within time: Duration, for rights: HostRights = .readWrite,
        over store: ItemStore
    ) throws(StoreError) -> SecretBytes {
        try requireWriter(store)
        guard HostRequest.isName(name) else {
            throw StoreError(.param, "an invitation's name has 1 to 64 bytes, and no control characters")
        }
        let now = store.secondsNow
        return try store.hidden.transaction { changes throws(StoreError) in
            for match in try changes.all(KeptInvitation.query(identifier)) {
                guard let old = KeptInvitation(match) else { continue }
                // This clock may be ahead, and counts at once only where the name is wanted.
                let time = old.name == name ? now : now - KeptInvitation.mostSeconds
                if !old.holds(at: time, changes.keyset) { try old.delete(in: changes) }
            }
            let (sealed, text) = try changes.makeInvitation()
            try changes.add(
                try KeptInvitation.item(
                    name, of: identifier, uses: uses, within: time, from: now, keyset: changes.keyset, rights),
                secret: sealed)
            return text
        }
    }

    /// The invitations that hold, as this replica knows them.
    ///
    /// Throws `StoreStatus.param` for a store of no fleet or of another one, and `StoreStatus.decode` if an
    /// invitation is damaged.
    public func invitations(over store: ItemStore) throws(StoreError) -> [Invitation] {
        try requireReplica(store)
        let now = store.secondsNow
        return try KeptInvitation.holding(identifier, store).map {
            Invitation(
                name: $0.name, uses: $0.uses, timeLeft: .seconds($0.end - now), rights: $0.rights)
        }
    }

    /// Ends an invitation; machines that have joined with it stay.
    ///
    /// Throws `StoreStatus.itemNotFound` if there is none of this name.
    public func revokeInvitation(_ name: String, over store: ItemStore) throws(StoreError) {
        try requireWriter(store)
        try store.hidden.delete(KeptInvitation.query(identifier).where(.account, equals: name))
    }

    /// Leaves a request's code at a free place for the fleet, unless it is there.
    func leave(_ code: SecretBytes, with invitation: SecretBytes) throws(StoreError) {
        let ids = try InvitedCode.ids(of: invitation)
        let taken = try server.requests(ids)
        for (place, id) in zip(InvitedCode.places, ids) {
            if let box = taken[Int(place)] {
                let left = try InvitedCode.open(box, at: place, with: invitation)
                if left == code { return }
            } else if try server.ask(id, try InvitedCode.seal(code, at: place, with: invitation)) {
                return
            }
        }
        throw StoreError(
            .databaseLocked,
            "\(ids.count) machines wait with this invitation already; ask again later, or with another one")
    }

    /// Lets in the machines that wait with an invitation, and returns how many these were.
    ///
    /// `store` is an open replica; `onArrival` hears each machine's name and the number of its slot. Costs a
    /// round trip for each invitation, and none without one. A use is counted in the change that lets the
    /// machine in, so that never more come than were invited. If one cannot be let in, the others are, and
    /// then this throws.
    @discardableResult
    public func letInInvited(
        over store: ItemStore, _ onArrival: (String, Int) -> Void = { _, _ in }
    ) throws(StoreError) -> Int {
        try requireWriter(store)
        var (count, failure): (Int, StoreError?) = (0, nil)
        for invitation in try KeptInvitation.holding(identifier, store) {
            guard let invited = try store.openInvitation(invitation.code) else { continue }
            let ids = try InvitedCode.ids(of: invited)
            for (place, box) in try server.requests(ids).sorted(by: { $0.key < $1.key }) {
                do throws(StoreError) {
                    let left = try InvitedCode.open(box, at: UInt64(place), with: invited)
                    guard let code = left else {
                        // No machine has left it, and it would keep the place.
                        try server.withdraw(ids[place])
                        continue
                    }
                    if let asked = try readRequest(with: code, at: ids[place]) {
                        let host = try letIn(asked, code, with: invitation, over: store)
                        // It may have ended meanwhile, and then nobody answers.
                        guard let (name, slot) = host else { continue }
                        count += 1
                        onArrival(name, slot)
                    }
                    try server.withdraw(ids[place])
                } catch { failure = failure ?? error }
            }
        }
        if let failure { throw failure }
        return count
    }

    /// The request whose code was left at a place; nil if it has an answer already.
    ///
    /// One that no host of this version can have made is told once, and keeps nobody from anything after
    /// that.
    private func readRequest(
        with code: SecretBytes, at id: [UInt8]
    ) throws(StoreError) -> (id: [UInt8], request: HostRequest)? {
        do throws(StoreError) { return try request(with: code) } catch {
            guard [.decode, .param, .wrongSecVersion].contains(error.status) else { throw error }
            try server.withdraw(id)
            throw error
        }
    }

    /// Lets a machine in; nil if the invitation has ended.
    private func letIn(
        _ asked: (id: [UInt8], request: HostRequest), _ code: SecretBytes,
        with invitation: KeptInvitation, over store: ItemStore
    ) throws(StoreError) -> (name: String, slot: Int)? {
        var hasEnded = false
        do throws(StoreError) {
            return try letIn(asked, code, as: invitation.rights, over: store.hidden) {
                changes throws(StoreError) in
                hasEnded = true
                try invitation.use(in: changes, at: store.secondsNow)
                hasEnded = false
            }
        } catch {
            // Others of this status concern the host itself, such as that it was removed.
            if hasEnded, error.status == .authFailed { return nil }
            throw error
        }
    }
}

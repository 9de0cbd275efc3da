public import SecureStore

/// Hosts that come and go.
extension Fleet {
    /// Asks the fleet to let this machine in.
    ///
    /// The request goes to the server, sealed with its code. Carry the code to a host of the fleet by another way, and keep
    /// it secret until you have joined. `name` is what people call this machine, of 1 to 64 bytes.
    public func ask(
        as name: String, options: StoreOptions = StoreOptions()
    ) throws(StoreError) -> JoinRequest {
        let (request, code) = try ItemStore.requestToJoin(name: name, options: options)
        let sealed = try request.sealed(with: code)
        try server.ask(FleetRequest(id: sealed.id, box: sealed.box))
        return JoinRequest(request, code: code)
    }

    /// Lets in the host that has asked with this code, and returns its name and the number of its slot.
    ///
    /// `store` is an open replica of the fleet. Throws `Status.authFailed` if nobody has asked with this code.
    public func letIn(
        _ code: SecretBytes, over store: ItemStore
    ) throws(StoreError) -> (name: String, slot: Int) {
        try requireReplica(store)
        for asked in try server.requests() {
            guard let request = try HostRequest.open(asked.box, id: asked.id, code) else { continue }
            let slot = try store.letIn(request, code: code)
            try server.withdraw(asked.id)
            return (request.name, slot)
        }
        throw StoreError(.authFailed, "no host has asked to join with this code")
    }

    /// Copies the fleet's store to a path that is free, proves it, and opens it.
    ///
    /// Throws `Status.authFailed` as long as nobody has let this host in. Takes as long as copying all items.
    public func join(
        _ request: JoinRequest, at path: String, options: StoreOptions = StoreOptions()
    ) throws(StoreError) -> ItemStore {
        let store = try ItemStore.makeReplica(
            of: server.fleet, at: path, from: server, as: request.request, options: options)
        try catchUp(store)
        return store
    }

    /// How far each host is, by its own account, which nothing proves.
    public func hosts() throws(StoreError) -> [Host] {
        try server.hosts().map { Host(slot: Int($0.slot), number: $0.number, seen: .seconds($0.secondsAgo)) }
    }

    /// What a host said of itself.
    public struct Host: Equatable, Sendable {
        /// The number of its slot, as in `Protection.slots`.
        public let slot: Int
        /// The newest change that it had taken in.
        public let number: UInt64
        /// How long ago it said so, by the server's clock.
        public let seen: Duration
    }
}

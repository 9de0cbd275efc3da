import SecureStore
import SecureStoreCLI

// Locks, and the prompts that end them.
extension SecretService {
    /// Unlocks what these objects need; returns those that are unlocked, and a prompt's path for the rest.
    func unlock(_ paths: [String], for client: String) throws -> (unlocked: [String], prompt: String) {
        var seen: Set<String> = []
        let known = try paths.filter { try seen.insert($0).inserted && isThere($0, client) }
        if login.isLocked, known.contains(where: isOfLogin) { openLogin() }
        let unlocked = known.filter { isOpen($0, client) }
        let locked = known.filter { !isOpen($0, client) }
        guard !locked.isEmpty else { return (unlocked, ServiceObject.none) }
        guard prompts.values.count(where: { $0.client == client }) < Self.mostPrompts else {
            throw BusError.tooMany("a program has at most \(Self.mostPrompts) prompts")
        }
        defer { nextNumber += 1 }
        prompts[nextNumber] = Prompt(
            client: client, paths: locked,
            collections: Set(locked.compactMap { object($0)?.collection }).sorted())
        return (unlocked, ServiceObject.prompt(nextNumber).path)
    }

    /// True for an object that the program may know of.
    private func isThere(_ path: String, _ client: String) throws -> Bool {
        guard let object = object(path), let name = object.collection else { return false }
        return try exists(object) && isVisible(name, client)
    }

    func isOpen(_ path: String, _ client: String) -> Bool {
        object(path)?.collection.map { !isLocked($0, client) } ?? false
    }

    func isOfLogin(_ path: String) -> Bool {
        object(path)?.collection.map { store(of: $0) === login } ?? false
    }

    /// Locks the stores of these objects; returns the collections and items that are locked now.
    func lock(_ paths: [String], for client: String) throws -> [String] {
        let locked = try paths.filter { try isThere($0, client) && isOfLogin($0) }
        if !locked.isEmpty { lockLogin() }
        return locked
    }

    /// Locks the store if this was the last call of a program that has ended.
    ///
    /// A script that locks the screen does not wait for an answer, and a lock gives nobody anything. A
    /// program that was examined before is refused as in its turn.
    func lockAtLast(_ message: BusMessage) {
        let sender = message.sender
        guard message.member == "Lock", message.interface == Interface.service.name,
            let paths = try? message.values().first?.parts?.compactMap(\.path),
            paths.contains(where: { path in
                isOfLogin(path) && (clients[sender] == nil || (try? isThere(path, sender)) == true)
            })
        else { return }
        lockLogin()
    }

    /// Locks the store once the kernel no longer has the key that opened it.
    func lockInTime() {
        guard isLentByKernel, let store = login.store else { return }
        if login.isLocked {
            isLentByKernel = false
        } else if !DefaultStore.isHeldByKernel(store) {
            lockLogin()
        }
    }

    /// Locks the store, and says so before it can be unlocked again.
    func lockLogin() {
        login.store?.lock()
        isLentByKernel = false
        tell()
    }
}

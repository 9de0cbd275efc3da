private import Glibc
import SecureStoreCLI

// Programs on the bus, and the collections that the policy lets them have.
extension SecretService {
    /// A program on the bus, as long as it is connected.
    struct Client {
        let peer: Peer
        /// The collections that a person has let it have.
        var granted: Set<String> = []
    }

    /// Refuses a bus of another user, such as the system's, and remembers what its own process sees.
    func examineBus() throws {
        let bus = try bus.credentials(of: BusConnection.busName)
        guard bus.user == geteuid() else {
            throw BusFailure("the bus belongs to another user; this is for the user's own")
        }
        usualView = ProcessFolder(bus.process).flatMap(Peer.View.init)
        if usualView == nil {
            note("every program counts as one in a sandbox, since the bus's own process cannot be examined")
        }
    }

    /// Examines a program when it calls for the first time; one of another user is refused.
    func meet(_ name: String) throws {
        guard clients[name] == nil else { return }
        guard let one = try? bus.credentials(of: name), one.user == geteuid() else {
            throw BusError.accessDenied("the service is for programs of its own user")
        }
        let peer = Peer(one.process, beside: usualView) {
            // Of a process that has ended the bus has no connection any more, or knows that it has ended.
            one.isAlive ?? ((try? bus.credentials(of: name))?.process == one.process)
        }
        guard let peer else { throw BusError.accessDenied("the program cannot be examined any more") }
        clients[name] = Client(peer: peer)
    }

    // MARK: - The door

    /// Lets a program into a collection, or refuses it: every call that has to do with one comes here.
    ///
    /// To open it is to read or change what is in it, beyond its paths and what a locked one shows.
    @discardableResult
    func enter(_ name: String, _ client: String, opening: Bool = false) throws -> CollectionStore {
        guard let store = store(of: name) else {
            throw BusError.noSuchObject(ServiceObject.collection(name).path)
        }
        guard answer(to: client, for: name) != .deny else { throw BusError.isDenied }
        guard !opening || !isLocked(name, client) else { throw BusError.isLocked }
        return store
    }

    /// The answer of the policy, which is a refusal if there is none.
    func answer(to client: String, for collection: String) -> Policy.Answer {
        guard let policy = policy.policy, let client = clients[client] else { return .deny }
        return policy.answer(to: client.peer, for: collection)
    }

    func isVisible(_ name: String, _ client: String) -> Bool { (try? enter(name, client)) != nil }

    /// True if a program has to wait: until the store is unlocked, or until a person lets it in.
    func isLocked(_ name: String, _ client: String) -> Bool {
        (store(of: name)?.isLocked ?? true) || isToBeAsked(name, client)
    }

    func isToBeAsked(_ name: String, _ client: String) -> Bool {
        answer(to: client, for: name) == .ask && clients[client]?.granted.contains(name) != true
    }

    func isHidden(_ name: String) -> Bool { policy.policy?.hidden.contains(name) ?? true }

    /// Tells who did what, and of what it was; never what is in it.
    func log(_ message: BusMessage, _ refusal: BusError?) {
        guard policy.policy?.isLogged ?? false, let peer = clients[message.sender]?.peer else { return }
        let values = message.member == "GetSecrets" ? try? message.values() : nil
        let given = values?.first?.parts?.compactMap(\.path) ?? []
        let objects = given.isEmpty ? [message.path] : Array(given.prefix(16))
        let unit = peer.unit.map { ", " + $0 } ?? ""
        for object in objects {
            note(
                "\(peer.program) (process \(peer.process)\(unit)): \(message.member) \(object)"
                    + (refusal.map { ", refused: \($0.words)" } ?? ""))
        }
        if given.count > objects.count { note("and \(given.count - objects.count) more in the same call") }
    }
}

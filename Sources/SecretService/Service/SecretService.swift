import SecureStore
import SecureStoreCLI

/// The Secret Service of the desktop, over a store: `org.freedesktop.secrets` on the session bus.
///
/// One thread takes the calls in their order. A call costs what the store needs for it; whatever waits for a
/// person waits elsewhere.
package final class SecretService {
    package static let busName = "org.freedesktop.secrets"

    let bus: BusConnection
    let login = CollectionStore("login", label: "Login")
    let memory: CollectionStore
    private var waiting = CallQueue<BusMessage>()
    var sessions: [Int: Session] = [:]
    var prompts: [Int: Prompt] = [:]
    /// The prompt for which pinentry asks now, and the collection; nil if it asks for the passphrase.
    var question: (number: Int, collection: String?, pinentry: Pinentry)?
    var terminals: UnlockSocket?
    var guests: [Int32: Guest] = [:]
    /// The programs whose questions have just ended, and until when nobody is asked for them: a person has
    /// dismissed one, or it has ended without an answer.
    var dismissals: [String: (end: ContinuousClock.Instant, isByPerson: Bool)] = [:]
    var clients: [String: Client] = [:]
    var policy = PolicyFile()
    /// The item that a call has read, which asks for its properties one by one.
    var lastRead: (call: BusMessage, item: ServiceItem)?
    /// True while the store is open by the key that `securestore unlock` has the kernel keep.
    var isLentByKernel = false
    /// The files and users that programs outside of sandboxes see; nil if nothing tells.
    var usualView: Peer.View?
    var nextNumber = 1
    var watch: Task<Void, Never>?
    private var lastCall = ContinuousClock.now
    /// The moment at which the items are read though nobody has asked for them, to tell of their changes.
    private var firstLook: ContinuousClock.Instant? = .now + .milliseconds(20)

    /// The most bytes of what ends with this program, which every client can add to.
    private static let mostInMemory: Int64 = 64 << 20
    /// The bounds of what one client may hold.
    static let (mostSessions, mostPrompts) = (64, 16)

    package init(on bus: BusConnection) throws {
        self.bus = bus
        memory = CollectionStore(
            "session", label: "Session",
            try ItemStore.inMemory(options: DefaultStore.options, mostBytes: Self.mostInMemory))
        bus.onMessage = { [unowned self] message in take(message) }
        try bus.listen(
            for: "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',"
                + "member='NameOwnerChanged',arg2=''")
        for object in [ServiceObject.service, .portal] { try bus.showWay(to: object.path) }
        try examineBus()
        if let news = policy.refresh() { note(news) }
        openLogin()
        for store in stores {
            _ = try store.synchronize(readingItems: false)
            store.wasLocked = store.isLocked
        }
        watchLogin()
        try bus.takeName(Self.busName)
        openTerminals()
    }

    deinit { watch?.cancel() }

    /// Serves until the bus is gone, or until nobody has called for so long and nothing ends with it.
    package func run(idle: Duration? = nil) throws {
        try bus.run { news in
            for news in news { take(news) }
            takeTerminals()
            lockInTime()
            let pause = ContinuousClock.now + Self.longestTurn
            while let call = waiting.next() {
                serve(call)
                if ContinuousClock.now > pause { break }
            }
            let hasTime = waiting.isEmpty && firstLook.map { $0 <= .now } ?? false
            if hasTime { firstLook = nil }
            tell(readingItems: hasTime)
            let prompt = advancePrompts()
            bus.watched = terminals?.files ?? []
            guard waiting.isEmpty else { return .zero }
            let end = idle.flatMap { isAtRest ? lastCall + $0 : nil }
            if let end, end <= .now { return nil }
            // The kernel does not say when it drops the key.
            let look = isLentByKernel ? ContinuousClock.now + .seconds(5) : nil
            return [prompt, end, firstLook, look].compactMap(\.self).min().map { $0 - .now }
                ?? .seconds(3_600)
        }
        bus.giveBack(Self.busName)
        while let call = waiting.next() { serve(call) }
    }

    /// True if nothing would be lost by an end: no key, no session, no question, nothing in memory.
    private var isAtRest: Bool {
        login.isLocked && sessions.isEmpty && prompts.isEmpty && guests.isEmpty
            && (try? memory.known.count(of: memory.main)) == 0
    }

    /// The time for which calls are served before others are heard.
    ///
    /// A short one: what a flood leaves with the bus meanwhile is what everybody waits for.
    private static let longestTurn = Duration.milliseconds(1)

    private func take(_ message: BusMessage) -> Bool {
        guard message.isCall else {
            // Anybody can send a signal of this name.
            if message.sender == "org.freedesktop.DBus", message.member == "NameOwnerChanged" {
                forget(message)
            }
            return false
        }
        // The bus's own library answers for that interface, which every object has.
        guard message.interface != "org.freedesktop.DBus.Peer",
            message.path.hasPrefix(ServiceObject.root) || message.path == ServiceObject.portal.path
        else { return false }
        lastCall = .now
        // Large ones are refused here, and wait nowhere.
        do throws(BusError) {
            try waiting.requireRoom(for: message.sender)
            guard bus.hasRoomForFiles else { throw .tooMany("too many files wait with calls already") }
            try waiting.add(message, of: message.sender, byteCount: try message.byteCount())
        } catch {
            bus.isFlooded = true
            bus.reply(to: message, error)
        }
        return true
    }

    private func serve(_ message: BusMessage) {
        defer { lastRead = nil }
        do {
            let values = try answer(message)
            log(message, nil)
            bus.reply(to: message, values)
        } catch {
            let refusal = BusError.failed(error)
            log(message, refusal)
            bus.reply(to: message, refusal)
        }
    }

    private func answer(_ message: BusMessage) throws -> [BusValue] {
        let client = message.sender
        do { try meet(client) } catch {
            lockAtLast(message)
            throw error
        }
        if let news = policy.refresh() { note(news) }
        login.searchesAll = policy.policy?.tellsCollectionsApart == false
        tell()
        watchLogin()
        guard collectionNames.contains(where: { isVisible($0, client) }) else { throw BusError.isDenied }
        guard let object = object(message.path), try exists(object) else {
            throw BusError.noSuchObject(message.path)
        }
        if let name = object.collection { try enter(name, client) }
        let (interface, member) = (message.interface, message.member)
        guard let method = Interface.method(member, in: interface, of: object) else {
            throw BusError.unknownMethod("there is no method \(interface).\(member) here")
        }
        guard message.signature == method.input else {
            throw BusError.invalidArguments(
                "\(method.name) takes \(method.input), and not \(message.signature)")
        }
        let call = Interface.Call(
            message: message, client: client, object: object, values: try message.values())
        let values: [BusValue]
        do { values = try method.run(self, call) } catch let error as StoreError
            where error.status == .readOnly
        {
            try openLoginToChange()
            values = try method.run(self, call)
        }
        // Its changes are told before its answer, so that whoever waits for that has heard of them.
        tell()
        return values
    }

    /// Forgets what belonged to a client that is gone.
    private func forget(_ message: BusMessage) {
        guard let name = (try? message.values())?.first?.text else { return }
        for call in waiting.forget(name) { lockAtLast(call) }
        for (number, prompt) in prompts where prompt.client == name { cancel(number) }
        clients[name] = nil
        sessions = sessions.filter { $0.value.client != name }
    }
}

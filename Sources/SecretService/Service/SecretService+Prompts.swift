import SecureStore
import SecureStoreCLI

/// A question to a person, which a program has to begin itself.
struct Prompt {
    let client: String
    /// The objects that are unlocked when it is answered.
    let paths: [String]
    /// The collections that these lie in: few, however many objects there are.
    let collections: [String]
    /// The moment at which it counts as dismissed; nil before it has begun.
    var end: ContinuousClock.Instant?

    /// The time for which a program gets no other question: after a person has dismissed one, and after one
    /// has ended without an answer.
    static let (pause, rest) = (Duration.seconds(30), Duration.seconds(2))
}

/// Somebody at a terminal who unlocks the store.
struct Guest {
    /// True once the store is unlocked, so that other questions can be asked there.
    var isReady = false
    /// The sentences about programs that wait which were told there.
    var told: Set<String> = []
    /// The prompt whose question is asked there, and the program and the collection that it is about.
    ///
    /// It stays until it is answered, also when the prompt is gone: else that answer would count for another.
    var question: (prompt: Int, program: String, collection: String)?
}

// Questions: asked by pinentry, or at the terminal of somebody who unlocks the store, or of nobody.
extension SecretService {
    func begin(_ call: Interface.Call) throws {
        let number = try prompt(call)
        if prompts[number]?.end == nil { prompts[number]?.end = .now + Pinentry.patience }
    }

    func dismiss(_ call: Interface.Call) throws { prompts[try prompt(call)]?.end = .now }

    private func prompt(_ call: Interface.Call) throws -> Int {
        guard case .prompt(let number) = call.object, prompts[number]?.client == call.client else {
            throw BusError.noSuchObject(call.object.path)
        }
        return number
    }

    /// Completes the prompts that have an answer, and sees to it that somebody is asked for the others.
    ///
    /// Between the calls, so that a prompt completes after its own reply. Returns the next deadline.
    func advancePrompts() -> ContinuousClock.Instant? {
        for (number, prompt) in prompts.sorted(by: { $0.key < $1.key }) {
            guard let end = prompt.end else { continue }
            // A collection that was deleted meanwhile is nothing to ask for.
            let locked = prompt.collections.filter { store(of: $0) != nil && isLocked($0, prompt.client) }
            if locked.isEmpty || end <= .now {
                complete(number, locked.isEmpty)
            } else {
                ask(number, prompt, locked)
            }
        }
        // Whoever has unlocked the store may go when there is no more to ask.
        for (guest, state) in guests where state.isReady && state.question == nil {
            ServiceSocket.say("done", to: guest)
            guests[guest] = nil
        }
        let rests = prompts.isEmpty ? [] : dismissals.values.map(\.end).filter { $0 > .now }
        return (prompts.values.compactMap(\.end) + rests).min()
    }

    private func ask(_ number: Int, _ prompt: Prompt, _ locked: [String]) {
        guard let peer = clients[prompt.client]?.peer else { return complete(number, false) }
        if let (end, isByPerson) = dismissals[peer.program], end > .now {
            // A question after one that nobody answered only waits.
            guard isByPerson else { return }
            note("\(peer.program) is not asked for again so soon")
            return complete(number, false)
        }
        let needsKey = login.isLocked && locked.contains { store(of: $0) === login }
        // No passphrase opens a store that could not be read.
        guard !needsKey || login.store != nil else { return complete(number, false) }
        let name = needsKey ? nil : locked.first
        let words =
            "\(peer.program) (process \(peer.process)) "
            + (name.map { "wants to use the collection \($0)" } ?? "waits for the store to be unlocked")
        if Pinentry.hasPlace {
            guard question == nil else { return }
            if start(number, words, name, until: prompt.end ?? .now) { return }
            note("there is no pinentry; \(words)")
            return complete(number, false)
        }
        guard !guests.isEmpty else {
            note("nobody can be asked, and \(words): run securestore unlock")
            return complete(number, false)
        }
        guard let name else {
            for guest in guests.keys where guests[guest]?.told.insert(words).inserted == true {
                ServiceSocket.say("tell \(words)", to: guest)
            }
            return
        }
        if !guests.values.contains(where: { $0.question?.prompt == number }),
            let guest = guests.first(where: { $0.value.isReady && $0.value.question == nil })?.key
        {
            guests[guest]?.question = (number, peer.program, name)
            ServiceSocket.say("ask \(words): allow it?", to: guest)
        }
    }

    /// Has pinentry ask for the passphrase, or whether the program may have a collection.
    private func start(
        _ number: Int, _ words: String, _ collection: String?, until end: ContinuousClock.Instant
    ) -> Bool {
        guard let pinentry = try? Pinentry(until: end) else { return false }
        let (inbox, store) = (bus.inbox, login.store)
        question = (number, collection, pinentry)
        // A thread of its own: it waits for a person.
        return OwnThread.start {
            var agrees = false
            do {
                try pinentry.begin(words)
                agrees = try collection == nil ? Self.unlock(store, by: pinentry) : pinentry.confirms()
            } catch { Self.note("\(error)") }
            pinentry.finish()
            inbox.put(.answered(prompt: number, agrees))
        }
    }

    private static func unlock(_ store: ItemStore?, by pinentry: Pinentry) throws -> Bool {
        var refusal: String?
        for _ in 1...3 {
            guard let passphrase = try pinentry.passphrase(after: refusal) else { return false }
            do throws(StoreError) {
                try store?.unlock(with: .passphrase(passphrase))
                return true
            } catch {
                guard error.status == .authFailed else { throw error }
                refusal = "that is not it"
            }
        }
        return false
    }

    /// Takes the answer that pinentry has brought.
    func answer(_ number: Int, _ agrees: Bool) {
        guard let question, question.number == number else { return }
        self.question = nil
        settle(number, question.collection, agrees)
    }

    /// Takes an answer, which counts for the collection that the person was shown and for no other.
    private func settle(_ number: Int, _ collection: String?, _ agrees: Bool) {
        guard let prompt = prompts[number], let peer = clients[prompt.client]?.peer else { return }
        guard agrees else {
            holdOff(peer.program, for: Prompt.pause, isByPerson: true)
            return complete(number, false)
        }
        guard let collection, store(of: collection)?.isLocked == false,
            isToBeAsked(collection, prompt.client)
        else { return }
        clients[prompt.client]?.granted.insert(collection)
        changed(
            ServiceObject.collection(collection).path, "Collection", [("Locked", .bool(false))],
            to: prompt.client)
    }

    private func holdOff(_ program: String, for pause: Duration, isByPerson: Bool) {
        dismissals = dismissals.filter { $0.value.end > .now }
        dismissals[program] = (.now + pause, isByPerson)
    }

    func complete(_ number: Int, _ isUnlocked: Bool) {
        guard let prompt = cancel(number) else { return }
        bus.signal(
            ServiceObject.prompt(number).path, Interface.prefix + "Prompt", "Completed",
            [
                .bool(!isUnlocked),
                .variant(.paths(isUnlocked ? prompt.paths.filter { isOpen($0, prompt.client) } : [])),
            ], to: prompt.client)
    }

    /// Takes a prompt away, with the pinentry that asks for it.
    @discardableResult
    func cancel(_ number: Int) -> Prompt? {
        if question?.number == number {
            question?.pinentry.cancel()
            question = nil
            // Each question is a program that starts, and a window over what the person does.
            let program = prompts[number].flatMap { clients[$0.client]?.peer.program }
            if let program { holdOff(program, for: Prompt.rest, isByPerson: false) }
        }
        return prompts.removeValue(forKey: number)
    }

    // MARK: - Terminals

    /// Listens for `securestore unlock` and `lock`, where the user has a directory for such a socket.
    func openTerminals() {
        guard let path = ServiceSocket.path else { return }
        do { terminals = try UnlockSocket(path) } catch {
            note("securestore unlock and lock do not reach this service: \(error)")
        }
    }

    func takeTerminals() { terminals?.take { guest, line in take(line, from: guest) } }

    private func take(_ line: String?, from guest: Int32) {
        let own = try? login.store?.identifier()
        switch line {
        case "unlock \(own ?? "")": guests[guest] = Guest()
        case "unlocked":
            openLogin()
            guests[guest]?.isReady = true
        case "yes", "no":
            guard let (number, program, collection) = guests[guest]?.question else { return }
            guests[guest]?.question = nil
            if line == "no" { holdOff(program, for: Prompt.pause, isByPerson: true) }
            settle(number, collection, line == "yes")
        case let line? where line.hasPrefix("unlock ") || line.hasPrefix("lock "):
            // Other stores are not open here; one whose file cannot be read may be the one that is meant.
            if line.hasPrefix("lock "), own.map({ line.hasSuffix(" \($0)") }) ?? true { lockLogin() }
            ServiceSocket.say("done", to: guest)
        default:
            // Also the end: whoever was to be asked there has gone.
            if let asked = guests.removeValue(forKey: guest)?.question { complete(asked.prompt, false) }
        }
    }
}

import Foundation
import SecureStore
import SecureStoreTesting

/// Work that derives keys in every way there is, for whoever looks for them in this process's memory.
extension Work {
    /// Derives keys on this thread and on another, and stops after each step until it is told to go on.
    ///
    /// Each thread has a store of its own, whose way in is the name: `device` or `phrase`.
    func derive(_ place: Place) throws {
        place.ready()
        let (done, next) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        Thread.detachNewThread {
            do {
                try work(place, "other") { _ in
                    done.signal()
                    next.wait()
                }
            } catch {
                Main.say("failed \(error)")
                exit(1)
            }
        }
        try work(place, "main") { step in
            done.wait()
            Main.say(step)
            _ = readLine()
            next.signal()
        }
    }

    private func work(_ place: Place, _ thread: String, _ stop: (String) -> Void) throws {
        let (old, new) = (try secret("the old phrase"), try secret("the new phrase"))
        let isPhrase = place.name == "phrase"
        let store = try store("\(place.path).\(place.name)-\(thread)", place, isPhrase ? old : nil)
        try use(store)
        stop("used")
        let credential: Credential = isPhrase ? .passphrase(old) : .deviceKey
        store.lock()
        try store.unlock(with: credential)
        stop("unlocked")
        store.lock()
        stop("locked")
        try store.unlock(with: credential)
        try unlockAgain(store)
        stop("unlocked by session key")
        if isPhrase { try store.changePassphrase(from: old, to: new, cost: .cheapest) }
        stop("changed")
        try store.rotateKeys()
        stop("rotated")
        store.lock()
        stop("locked again")
    }

    /// Unlocks with a session key, which is gone afterwards.
    private func unlockAgain(_ store: ItemStore) throws {
        let session = try store.sessionKey()
        store.lock()
        try store.unlock(with: .sessionKey(session))
    }

    /// Makes a store with an item of each kind.
    private func store(_ path: String, _ place: Place, _ passphrase: SecretBytes?) throws -> ItemStore {
        var options = StoreOptions(TestTerms(allowsAnyCost: true))
        (options.deviceKey, options.patience) = (place.options.deviceKey, place.options.patience)
        let store: ItemStore
        if let passphrase {
            store = try ItemStore.create(
                at: path, unlockingWith: .passphrase(passphrase, cost: .cheapest), options: options)
        } else {
            store = try ItemStore.create(at: path, options: options)
        }
        for access in Accessibility.allCases
        where passphrase != nil || access != .whenPasscodeSetThisDeviceOnly {
            try store.add(item(access), secret: secret("the secret of \(access.code)"))
        }
        return store
    }

    /// Reads each item with its secret.
    private func use(_ store: ItemStore) throws {
        for match in try store.copyMatching(Query<GenericPassword>()) {
            let item = match.item
            let found = try store.only(Query(identityOf: item))
            guard found.secret == (try secret("the secret of \(item.account)")) else {
                return Main.say("read something else")
            }
        }
    }

    private func item(_ access: Accessibility) -> GenericPassword {
        var item = GenericPassword(service: "derived", account: access.code)
        item.accessibility = access
        return item
    }
}

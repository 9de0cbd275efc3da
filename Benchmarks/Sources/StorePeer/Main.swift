import CPeer
import Glibc
import SecureStore
import Synchronization

/// An item as a program holds it.
private final class Made {
    let service: String
    let account: String
    let secret: SecretBytes

    init?(_ source: UnsafePointer<PeerItem>) {
        service = String(cString: peer_service(source))
        account = String(cString: peer_account(source))
        guard let secret = try? SecretBytes(utf8: String(cString: peer_secret(source))) else { return nil }
        self.secret = secret
    }

    var item: GenericPassword { GenericPassword(service: service, account: account) }

    var query: Query<GenericPassword> {
        Query<GenericPassword>().where(.service, equals: service).where(.account, equals: account)
    }
}

private func store(_ pointer: UnsafeMutableRawPointer) -> ItemStore {
    Unmanaged<ItemStore>.fromOpaque(pointer).takeUnretainedValue()
}

private func made(_ item: UnsafePointer<PeerItem>) -> Made {
    guard let made = item.pointee.made else { preconditionFailure("an item that `make` did not see") }
    return Unmanaged<Made>.fromOpaque(made).takeUnretainedValue()
}

private func keep(_ store: ItemStore?) -> UnsafeMutableRawPointer? {
    store.map { Unmanaged.passRetained($0).toOpaque() }
}

private func path(_ directory: UnsafePointer<CChar>) -> String {
    String(cString: directory) + "/keychain.store"
}

/// Beside the directory, whose files are counted.
private func locked(_ directory: UnsafePointer<CChar>) -> String {
    String(cString: directory) + "/../locked.store"
}

private func password() throws -> Credential { .passphrase(try SecretBytes(utf8: "correct horse")) }

private func succeeds(_ body: () throws -> Void) -> Int32 {
    do { try body() } catch {
        peer_complain("\(error)")
        return -1
    }
    return 0
}

/// The watcher of the program's one store.
private enum Watching {
    private static let seen = Atomic<Int64>(-1)

    /// Begins to follow the changes at the first call: how many have come.
    static func watch(_ store: ItemStore) -> Int64 {
        guard seen.compareExchange(expected: -1, desired: 0, ordering: .relaxed).exchanged else {
            return seen.load(ordering: .relaxed)
        }
        Task {
            for try await _ in store.changes() { seen.add(1, ordering: .relaxed) }
        }
        return 0
    }
}

/// Not in `main`, whose closures belong to the main actor: threads of C call these.
private func verbs() -> Peer {
    var peer = Peer()
    peer.threads_share = 1
    peer.create = { directory in
        succeeds {
            _ = try ItemStore.create(at: path(directory))
            _ = try ItemStore.create(at: locked(directory), unlockingWith: try password())
        }
    }
    peer.open = { directory in keep(try? ItemStore.open(at: path(directory))) }
    peer.unlock = { directory in
        keep(try? ItemStore.open(at: locked(directory), unlockingWith: password()))
    }
    peer.close = { Unmanaged<ItemStore>.fromOpaque($0).release() }
    peer.make = { item in Made(item).map { Unmanaged.passRetained($0).toOpaque() } }
    peer.unmake = { made in if let made { Unmanaged<Made>.fromOpaque(made).release() } }
    peer.find = { pointer, item, secret in
        var found: Int32 = 0
        let failed = succeeds {
            guard let match = try store(pointer).first(made(item).query, returning: .secrets) else {
                return
            }
            match.secret?.withSpan { bytes in
                for index in bytes.indices { secret[index] = CChar(bitPattern: bytes[index]) }
            }
            found = 1
        }
        return failed < 0 ? failed : found
    }
    peer.add = { pointer, item in
        succeeds { try store(pointer).add(made(item).item, secret: made(item).secret) }
    }
    peer.update = { pointer, item in
        succeeds {
            let changes = Changes<GenericPassword>().secret(made(item).secret)
            try store(pointer).update(made(item).query, changes)
        }
    }
    peer.remove = { pointer, item in succeeds { try store(pointer).delete(made(item).query) } }
    peer.list = { pointer in
        var count: Int64 = 0
        let failed = succeeds {
            try store(pointer).list(Query<GenericPassword>(), returning: .attributes) { _ in count += 1 }
        }
        return failed < 0 ? -1 : count
    }
    peer.watch = { pointer in Watching.watch(store(pointer)) }
    peer.batch = { pointer, items, count in
        succeeds {
            try store(pointer).transaction { changes in
                for index in 0..<Int(count) {
                    let made = made(items + index)
                    try changes.add(made.item, secret: made.secret)
                }
            }
        }
    }
    return peer
}

/// The store by its typed calls, for the comparison.
@main
enum Main {
    static func main() {
        var peer = verbs()
        exit(peer_run(&peer, CommandLine.argc, CommandLine.unsafeArgv))
    }
}

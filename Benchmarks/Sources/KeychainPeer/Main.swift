import CPeer
import Foundation
import KeychainServices
import SecureStore

private struct Failure: Error {
    let status: OSStatus
}

/// An item as a program holds it.
private final class Made {
    let service: String
    let account: String
    let secret: Data

    init(_ source: UnsafePointer<PeerItem>) {
        service = String(cString: peer_service(source))
        account = String(cString: peer_account(source))
        secret = Data(String(cString: peer_secret(source)).utf8)
    }

    var query: [String: Any] {
        [
            kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service,
            kSecAttrAccount as String: account,
        ]
    }
}

private func made(_ item: UnsafePointer<PeerItem>) -> Made {
    guard let made = item.pointee.made else { preconditionFailure("an item that `make` did not see") }
    return Unmanaged<Made>.fromOpaque(made).takeUnretainedValue()
}

private func succeeds(_ body: () throws -> Void) -> Int32 {
    do { try body() } catch {
        peer_complain("\(error)")
        return -1
    }
    return 0
}

private func check(_ status: OSStatus) throws {
    guard status == errSecSuccess else { throw Failure(status: status) }
}

private func path(_ directory: UnsafePointer<CChar>) -> String {
    String(cString: directory) + "/keychain.store"
}

private func add(_ made: Made) throws {
    var attributes = made.query
    attributes[kSecValueData as String] = made.secret
    try check(SecItemAdd(attributes as CFDictionary, nil))
}

private func find(_ made: Made) throws -> Data? {
    var query = made.query
    query[kSecReturnData as String] = true
    query[kSecMatchLimit as String] = kSecMatchLimitOne
    var result: CFTypeRef?
    let status = SecItemCopyMatching(query as CFDictionary, &result)
    if status == errSecItemNotFound { return nil }
    try check(status)
    return result as? Data
}

private func list() throws -> Int {
    let query: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword, kSecMatchLimit as String: kSecMatchLimitAll,
        kSecReturnAttributes as String: true,
    ]
    var result: CFTypeRef?
    try check(SecItemCopyMatching(query as CFDictionary, &result))
    return (result as? [Any])?.count ?? -1
}

/// Not in `main`, whose closures belong to the main actor: threads of C call these.
private func verbs() -> Peer {
    var peer = Peer()
    peer.threads_share = 1
    // The calls know one store; what is handed on only says that it is open.
    peer.open = { directory in
        guard let store = try? ItemStore.open(at: path(directory)) else { return nil }
        KeychainStore.use(store)
        return Unmanaged.passRetained(store).toOpaque()
    }
    peer.close = { Unmanaged<ItemStore>.fromOpaque($0).release() }
    peer.make = { Unmanaged.passRetained(Made($0)).toOpaque() }
    peer.unmake = { made in if let made { Unmanaged<Made>.fromOpaque(made).release() } }
    peer.find = { _, item, secret in
        var found: Int32 = 0
        let failed = succeeds {
            guard let data = try find(made(item)) else { return }
            data.copyBytes(to: UnsafeMutableRawBufferPointer(start: secret, count: min(data.count, 64)))
            found = 1
        }
        return failed < 0 ? failed : found
    }
    peer.add = { _, item in succeeds { try add(made(item)) } }
    peer.update = { _, item in
        succeeds {
            let changes = [kSecValueData as String: made(item).secret]
            try check(SecItemUpdate(made(item).query as CFDictionary, changes as CFDictionary))
        }
    }
    peer.remove = { _, item in succeeds { try check(SecItemDelete(made(item).query as CFDictionary)) } }
    peer.list = { _ in
        var count = 0
        return succeeds { count = try list() } < 0 ? -1 : Int64(count)
    }
    return peer
}

/// The store through Apple's names, for the comparison: dictionaries and their conversions as programs write
/// them.
@main
enum Main {
    static func main() {
        var peer = verbs()
        exit(peer_run(&peer, CommandLine.argc, CommandLine.unsafeArgv))
    }
}

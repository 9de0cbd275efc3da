internal import Foundation
internal import SecureStore

/// A password as the calls without dictionaries describe it: empty and zero arguments are left out.
struct KeychainPassword {
    private var attributes: ItemDictionary
    private let labelSource: String

    private init(_ itemClass: String, labelSource: String, _ given: [String: ItemDictionary.Value?]) {
        attributes = ItemDictionary(given.compactMapValues(\.self))
        attributes["class"] = .string(itemClass)
        self.labelSource = labelSource
    }

    /// The password that a persistent reference names.
    init(reference: Data) { (attributes, labelSource) = (["v_PersistentRef": .data(reference)], "") }

    static func generic(service: ItemDictionary.Value?, account: ItemDictionary.Value?) -> Self {
        Self("genp", labelSource: "svce", ["svce": service, "acct": account])
    }

    static func internet(
        server: ItemDictionary.Value?, domain: ItemDictionary.Value?, account: ItemDictionary.Value?,
        path: ItemDictionary.Value?, port: UInt16, protocol: SecProtocolType,
        authentication: SecAuthenticationType
    ) -> Self {
        let given: [String: ItemDictionary.Value?] = [
            "srvr": server, "sdmn": domain, "acct": account, "path": path,
            "port": port == 0 ? nil : .number(Int64(port)), "ptcl": `protocol`.text.map { .string($0) },
            "atyp": authentication.text.map { .string($0) },
        ]
        return Self("inet", labelSource: "srvr", given)
    }

    // MARK: - Adding

    /// Adds an item; if the named keychain has no file, to the default keychain, as on macOS.
    func add(_ secret: SecretBytes, to keychain: SecKeychain?) throws(StoreError) -> SecKeychainItem {
        do throws(StoreError) {
            return try add(secret, in: try KeychainStore.keychain(keychain))
        } catch {
            guard keychain != nil, error.status == .noSuchKeychain else { throw error }
            return try add(secret, in: try KeychainStore.keychain())
        }
    }

    private func add(_ secret: SecretBytes, in keychain: SecKeychain) throws(StoreError) -> SecKeychainItem {
        var item = attributes
        item["labl"] = attributes[labelSource]
        item["v_Data"] = .secret(secret)
        item["r_PersistentRef"] = .boolean(true)
        let answer = try keychain.withStore(for: .adding) { store throws(StoreError) in try store.add(item) }
        guard case .data(let reference) = answer else { throw Self.unnamed }
        return SecKeychainItem(reference, in: keychain)
    }

    // MARK: - Finding

    /// Finds the oldest match in the first keychain that has one; opens its secret only if it is wanted.
    ///
    /// Nil for the keychains means the user's search list, in which some may be missing. The error of a
    /// keychain that cannot be read is thrown only if no other keychain has a match.
    func find(
        in keychains: [SecKeychain]?, withSecret: Bool
    ) throws(StoreError) -> (item: SecKeychainItem, secret: SecretBytes?) {
        var failure: StoreError?
        let list = if let keychains { keychains } else { try KeychainStore.searchList() }
        for keychain in list {
            do throws(StoreError) { return try find(in: keychain, withSecret) } catch {
                let isMissing = keychains == nil && error.status == .noSuchKeychain
                if error.status != .itemNotFound, !isMissing, failure == nil { failure = error }
            }
        }
        throw failure
            ?? StoreError(
                .itemNotFound,
                "no keychain that was searched has such a password; add it (SecKeychainAddGenericPassword)")
    }

    private func find(
        in keychain: SecKeychain, _ withSecret: Bool
    ) throws(StoreError) -> (item: SecKeychainItem, secret: SecretBytes?) {
        var query = attributes
        query["sync"] = .string("syna")
        query["r_PersistentRef"] = .boolean(true)
        query["r_Data"] = .boolean(withSecret)
        var secret: SecretBytes?
        var answer = try keychain.withStore(for: .searching) { store throws(StoreError) in
            try store.copyMatching(query)
        }
        if case .dictionary(let both) = answer {
            if case .secret(let bytes) = both["v_Data"] { secret = bytes }
            answer = both["v_PersistentRef"]
        }
        guard case .data(let reference) = answer else { throw Self.unnamed }
        return (SecKeychainItem(reference, in: keychain), secret)
    }

    private static let unnamed = StoreError.mistake("the store did not name an item")
}

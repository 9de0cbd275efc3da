import Foundation

#if canImport(Security)
import Security
#else
import KeychainServices
#endif

/// Notes in the user's keychain, each under its title: the same code on Apple's systems and on Linux.
struct Notes {
    /// The keychain's answer when it could not do what it was asked.
    struct Failure: Error, CustomStringConvertible {
        let status: OSStatus
        var description: String {
            SecCopyErrorMessageString(status, nil) as String? ?? "the keychain answered \(status)"
        }
    }

    let service: String

    /// Replaces the note of this title, or adds one.
    func set(_ note: String, title: String) throws {
        let change: [String: Any] = [kSecValueData as String: Data(note.utf8)]
        let status = SecItemUpdate(query(title) as CFDictionary, change as CFDictionary)
        guard status == errSecItemNotFound else { return try check(status) }
        let item = query(title).merging(change) { _, new in new }
        try check(SecItemAdd(item as CFDictionary, nil))
    }

    /// The note of this title, nil when there is none; locked and damaged throw.
    func note(title: String) throws -> String? {
        let data = try find(query(title), returning: kSecReturnData, limit: kSecMatchLimitOne) as? Data
        return data.map { String(decoding: $0, as: UTF8.self) }
    }

    func titles() throws -> [String] {
        let items = try find(query(nil), returning: kSecReturnAttributes, limit: kSecMatchLimitAll)
        return (items as? [[String: Any]] ?? []).compactMap { $0[kSecAttrAccount as String] as? String }
    }

    func delete(title: String) throws { try check(SecItemDelete(query(title) as CFDictionary)) }

    private func query(_ title: String?) -> [String: Any] {
        var query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service,
        ]
        if let title { query[kSecAttrAccount as String] = title }
        return query
    }

    private func find(_ query: [String: Any], returning key: CFString, limit: CFString) throws -> CFTypeRef? {
        let options: [String: Any] = [key as String: true, kSecMatchLimit as String: limit]
        var result: CFTypeRef?
        let query = query.merging(options) { _, new in new }
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        if status != errSecItemNotFound { try check(status) }
        return result
    }

    private func check(_ status: OSStatus) throws {
        guard status == errSecSuccess else { throw Failure(status: status) }
    }
}

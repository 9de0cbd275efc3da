import Foundation
import KeychainServices
import SecureStore

extension Home {
    /// `SecItemCopyMatching` of a secret by service and account, in the store that was given last.
    func keychainCall(_ store: ItemStore) -> Call {
        KeychainStore.use(store)
        return { index in
            let item = Self.item(index)
            let query =
                [
                    kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: item.service,
                    kSecAttrAccount as String: item.account, kSecReturnData as String: true,
                    kSecMatchLimit as String: kSecMatchLimitOne,
                ] as [String: Any]
            var result: CFTypeRef?
            guard SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess,
                (result as? NSData)?.length == 64
            else { throw Failure() }
        }
    }
}

import KeychainServices

// No other import: on Apple's systems the module brings the types that its signatures name.

/// Calls that a file makes which imports nothing else.
enum Alone {
    static func roundTrip() -> String? {
        let item: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword, kSecAttrAccount as String: "alone",
            kSecValueData as String: Data("secret".utf8),
        ]
        guard SecItemAdd(item as CFDictionary, nil) == errSecSuccess else { return nil }
        var result: CFTypeRef?
        let query = [kSecClass: kSecClassGenericPassword, kSecReturnData: true] as CFDictionary
        guard KeychainServices.SecItemCopyMatching(query, &result) == KeychainServices.errSecSuccess else {
            return nil
        }
        return (result as? Data).map { String(decoding: $0, as: UTF8.self) }
    }
}

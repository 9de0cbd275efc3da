import Foundation

/// Deletes every key, with names that Foundation brings along on Apple's systems.
public func deleteKeys() -> OSStatus { SecItemDelete([kSecClass: kSecClassKey] as CFDictionary) }

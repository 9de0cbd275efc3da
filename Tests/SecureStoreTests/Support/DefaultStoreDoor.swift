import KeychainServices
import XCTest

@testable import SecureStore

/// A way to the user's default store: the typed calls, the directory of stores, and Apple's names.
enum DefaultStoreDoor: CaseIterable {
    case open, openOrCreate, openAt, openInDirectory, create, createInDirectory
    case read, readNamed, update, delete, find, add, addPassword
    case unlock, copySettings, setSettings

    static let makers = [openOrCreate, createInDirectory, add, addPassword]
    /// Apple's names that read an empty keychain where there is no store.
    static let readers = [read, readNamed, update, delete, find]

    var creates: Bool { self == .create || self == .createInDirectory }

    private static var item: CFDictionary {
        [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "nobody"] as CFDictionary
    }

    /// The store that it leads to; nil for Apple's names, whose codes are thrown.
    func call(_ test: DefaultStoreTestCase) throws -> ItemStore? {
        let path = try StoreDirectory().loginStore
        switch self {
        case .open: return try test.openDefault()
        case .openOrCreate: return try test.openOrCreateDefault()
        case .openAt: return try ItemStore.open(at: path, options: test.standard)
        case .openInDirectory: return try StoreDirectory().open(path)
        case .create: return try ItemStore.create(at: path, options: test.standard)
        case .createInDirectory: return try StoreDirectory().create(path)
        default: break
        }
        let code = StoreStatus(rawValue: appleCode(path))
        if code != .success { throw StoreError(code, "\(self)") }
        return nil
    }

    private func appleCode(_ path: String) -> OSStatus {
        var settings = SecKeychainSettings()
        settings.version = UInt32(SEC_KEYCHAIN_SETTINGS_VERS1)
        return switch self {
        case .read: SecItemCopyMatching(Self.item, nil)
        case .readNamed:
            SecItemCopyMatching(
                [
                    kSecClass: kSecClassGenericPassword, kSecAttrAccount: "nobody",
                    kSecMatchSearchList: [keychain(path)],
                ] as CFDictionary, nil)
        case .update: SecItemUpdate(Self.item, [kSecAttrLabel: "Mail"] as CFDictionary)
        case .delete: SecItemDelete(Self.item)
        case .find: unsafe SecKeychainFindGenericPassword(nil, 4, "none", 0, nil, nil, nil, nil)
        case .add: SecItemAdd(Self.item, nil)
        case .unlock: SecKeychainUnlock(nil, 0, nil, false)
        case .copySettings: unsafe SecKeychainCopySettings(nil, &settings)
        case .setSettings: unsafe SecKeychainSetSettings(nil, &settings)
        default: unsafe SecKeychainAddGenericPassword(nil, 4, "mail", 0, nil, 1, "x", nil)
        }
    }

    private func keychain(_ path: String) -> SecKeychain {
        var keychain: SecKeychain?
        XCTAssertEqual(unsafe SecKeychainOpen(path, &keychain), errSecSuccess)
        guard let keychain else { preconditionFailure("no keychain for \(path)") }
        return keychain
    }
}

/// The answer of all ways to the default store.
enum DefaultStoreAnswer {
    /// There never was one, as far as anybody knows.
    case noneYet
    /// There is one, with so many items.
    case there(Int)
    /// There is one, which must not be opened.
    case doubted(StoreStatus)
    case refused(StoreStatus)

    /// The status of one way; nil for success.
    func status(of door: DefaultStoreDoor) -> StoreStatus? {
        switch self {
        case .refused(let status): return status
        case .noneYet where DefaultStoreDoor.makers.contains(door): return nil
        case .there where door.creates, .doubted where door.creates: return .duplicateKeychain
        case .doubted(let status): return status
        case .noneYet, .there:
            if DefaultStoreDoor.readers.contains(door) { return .itemNotFound }
            if case .noneYet = self { return .noSuchKeychain }
            return nil
        }
    }
}

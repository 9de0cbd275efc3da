import Foundation
import SecureStore
import XCTest

@testable import KeychainServices

/// Tests of when a keychain locks by itself, prompts and domains: section 12.1 of the behaviour tables.
final class SecKeychainSettingsTests: KeychainTestCase {
    private func set(
        _ keychain: SecKeychain?, version: UInt32 = 1, onSleep: DarwinBoolean = false,
        usesInterval: DarwinBoolean = false,
        interval: UInt32
    ) -> OSStatus {
        var settings = SecKeychainSettings(
            version: version, lockOnSleep: onSleep, useLockInterval: usesInterval, lockInterval: interval)
        return unsafe SecKeychainSetSettings(keychain, &settings)
    }

    /// The settings that are copied into those of this version, whose other fields are unlikely before.
    private func copy(_ keychain: SecKeychain?, version: UInt32 = 1) -> (OSStatus, SecKeychainSettings) {
        var settings = SecKeychainSettings(
            version: version, lockOnSleep: true, useLockInterval: true, lockInterval: 77)
        let status = unsafe SecKeychainCopySettings(keychain, &settings)
        return (status, settings)
    }

    func test_copySettings_ofNewKeychain_areThoseOfNewStores() throws {
        let (status, settings) = copy(try create("a.keychain"))
        XCTAssertEqual(status, errSecSuccess)
        XCTAssertEqual(settings.lockInterval, 900)
        XCTAssertFalse(settings.lockOnSleep.boolValue)
    }

    func test_setSettings_thenCopySettings_giveWhatTheTableSays() throws {
        let rows: [(interval: UInt32, copied: UInt32, locksAfter: Duration?, line: UInt)] = [
            (300, 300, .seconds(300), #line),
            (0, 0, .zero, #line),
            (0x7fff_fffe, 0x7fff_fffe, .seconds(0x7fff_fffe), #line),
            (0x7fff_ffff, 0x7fff_ffff, nil, #line),
            (.max, 0x7fff_ffff, nil, #line),
        ]
        let keychain = try create("a.keychain")
        for row in rows {
            XCTAssertEqual(
                set(keychain, onSleep: true, interval: row.interval), errSecSuccess, line: row.line)
            XCTAssertEqual(copy(keychain).1.lockInterval, row.copied, line: row.line)
            let stored = try LockSettings(locksAfter: row.locksAfter, locksOnSleep: true)
            XCTAssertEqual(try keychain.store().lockSettings(), stored, line: row.line)
        }
    }

    func test_useLockInterval_isNeitherReadNorWritten() throws {
        let keychain = try create("a.keychain")
        for usesInterval in [true, false] as [DarwinBoolean] {
            XCTAssertEqual(set(keychain, usesInterval: usesInterval, interval: 60), errSecSuccess)
            XCTAssertEqual(copy(keychain).1.lockInterval, 60)
            XCTAssertTrue(copy(keychain).1.useLockInterval.boolValue, "as the caller left it")
        }
    }

    func test_settingsOfOtherVersions_areLeftAloneWithSuccess() throws {
        let keychain = try create("a.keychain")
        for version: UInt32 in [0, 2, .max] {
            XCTAssertEqual(set(keychain, version: version, interval: 60), errSecSuccess)
            let (status, settings) = copy(keychain, version: version)
            XCTAssertEqual(status, errSecSuccess)
            XCTAssertEqual([settings.version, settings.lockInterval], [version, 77])
        }
        XCTAssertEqual(try keychain.store().lockSettings(), .standard)
    }

    func test_settings_ofKeychainThatIsLockedMissingOrUnnamed_answerTheirStatus() throws {
        let locked = try create("a.keychain", "correct horse")
        SecKeychainLock(locked)
        try create("login.keychain")
        let rows: [(SecKeychain?, OSStatus, UInt)] = [
            (locked, errSecInteractionNotAllowed, #line),
            (try open("missing.keychain"), errSecNoSuchKeychain, #line),
            (nil, errSecSuccess, #line),
        ]
        for (keychain, status, line) in rows {
            XCTAssertEqual(set(keychain, interval: 60), status, line: line)
            XCTAssertEqual(copy(keychain).0, status, line: line)
        }
        XCTAssertEqual(SecKeychainSetSettings(nil, nil), errSecParam)
        XCTAssertEqual(SecKeychainCopySettings(nil, nil), errSecParam)
        XCTAssertEqual(try ItemStore.openDefault().lockSettings().locksAfter, .seconds(60), "the default one")
    }

    func test_userInteraction_isAllowedUntilSaidOtherwise() {
        var state: DarwinBoolean = false
        XCTAssertEqual(unsafe SecKeychainGetUserInteractionAllowed(&state), errSecSuccess)
        XCTAssertTrue(state.boolValue)
        XCTAssertEqual(SecKeychainSetUserInteractionAllowed(false), errSecSuccess)
        unsafe SecKeychainGetUserInteractionAllowed(&state)
        XCTAssertFalse(state.boolValue)
        SecKeychainSetUserInteractionAllowed(true)
        XCTAssertEqual(SecKeychainGetUserInteractionAllowed(nil), errSecParam)
    }

    // MARK: - Domains

    func test_userDomain_isWhatCallsWithoutDomainMean() throws {
        let keychain = try create("a.keychain")
        XCTAssertEqual(SecKeychainSetDomainDefault(.user, keychain), errSecSuccess)
        XCTAssertEqual(SecKeychainSetDomainSearchList(.user, [keychain] as NSArray), errSecSuccess)
        var (found, list): (SecKeychain?, CFArray?)
        XCTAssertEqual(unsafe SecKeychainCopyDomainDefault(.user, &found), errSecSuccess)
        XCTAssertEqual(unsafe SecKeychainCopyDomainSearchList(.user, &list), errSecSuccess)
        XCTAssertEqual(found, keychain)
        XCTAssertEqual(list as? [SecKeychain], [keychain])
    }

    func test_preferenceDomain_isTheUsersAndNoOther() {
        XCTAssertEqual(SecKeychainSetPreferenceDomain(.user), errSecSuccess)
        for domain in [SecPreferencesDomain.system, .common, .dynamic] {
            XCTAssertEqual(SecKeychainSetPreferenceDomain(domain), errSecInvalidPrefsDomain, "\(domain)")
        }
        var domain = SecPreferencesDomain.system
        XCTAssertEqual(unsafe SecKeychainGetPreferenceDomain(&domain), errSecSuccess)
        XCTAssertEqual(domain, .user)
        XCTAssertEqual(SecKeychainGetPreferenceDomain(nil), errSecParam)
    }

    func test_otherDomains_haveNoKeychains() throws {
        let keychain = try create("a.keychain")
        let rows: [(SecPreferencesDomain, OSStatus, UInt)] = [
            (.system, errSecNoDefaultKeychain, #line),
            (.common, errSecNoDefaultKeychain, #line),
            (.dynamic, errSecInvalidPrefsDomain, #line),
        ]
        for (domain, status, line) in rows {
            var (found, list): (SecKeychain?, CFArray?)
            XCTAssertEqual(unsafe SecKeychainCopyDomainDefault(domain, &found), status, line: line)
            XCTAssertEqual(unsafe SecKeychainCopyDomainSearchList(domain, &list), errSecSuccess, line: line)
            XCTAssertEqual(list?.count, 0, line: line)
            XCTAssertEqual(
                SecKeychainSetDomainDefault(domain, keychain), errSecInvalidPrefsDomain, line: line)
            XCTAssertEqual(
                SecKeychainSetDomainSearchList(domain, [keychain] as NSArray), errSecInvalidPrefsDomain,
                line: line)
        }
    }
}

import Foundation
import XCTest

@testable import SecureStore

/// A store that an earlier state of the library wrote, with what opens it and a list of what is in it.
struct GoldenStore {
    let name: String
    /// The settings by which it locks by itself.
    let settings: (locksAfter: Duration?, locksOnSleep: Bool)

    static let device = GoldenStore(name: "device", settings: (nil, true))
    static let passphrase = GoldenStore(name: "passphrase", settings: (.seconds(3_600), false))

    /// The device key of both: the bytes 0 to 31.
    static let deviceKey = Array(0..<UInt8(32))
    /// The passphrase of the one that has one.
    static let passphraseText = "golden passphrase"
    /// The recovery code of the one that has one.
    static var recoveryCode: String {
        get throws { try String(contentsOfFile: folder + "/recovery-code", encoding: .utf8) }
    }

    static let folder = folder(ofFormat: Schema.version)

    private static func folder(ofFormat number: Int64) -> String {
        Repository.path("Tests/SecureStoreTests/Golden/format-\(number)")
    }

    var path: String { Self.folder + "/\(name).store" }
    var listPath: String { Self.folder + "/\(name).items" }

    func lockSettings() throws -> LockSettings {
        try LockSettings(locksAfter: settings.locksAfter, locksOnSleep: settings.locksOnSleep)
    }

    /// The recorded items, by id.
    func items(ofFormat number: Int64 = Schema.version) throws -> [ReadItem] {
        try String(contentsOfFile: Self.folder(ofFormat: number) + "/\(name).items", encoding: .utf8).split(
            separator: "\n"
        ).map {
            try JSONDecoder().decode(ReadItem.self, from: Data($0.utf8))
        }
    }

    /// Copies the store, as a checkout has neither its modes nor a wish to see it changed.
    func copy(to target: String, format number: Int64 = Schema.version) throws {
        let path = Self.folder(ofFormat: number) + "/\(name).store"
        try FileManager.default.copyItem(atPath: path, toPath: target)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: target)
    }
}

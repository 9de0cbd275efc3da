import Foundation
import XCTest

@testable import SecureStore

/// Errors that users provoke: each text says what happened, and what to do next.
final class ReasonTests: ExportTestCase {
    private let values = ["maria", "mail.example", "the word", "wr0ng", "gr0up"]

    private func check(_ rows: [Provoked]) { for row in rows { row.check(withoutValues: values) } }

    // MARK: - Items

    func test_items_thatCannotBe_nameTheNextCall() throws {
        let store = try makeStore()
        let item = password("maria")
        try store.add(item, secret: secret("one"))
        check([
            Provoked("duplicate", .duplicateItem, ["generic password", "update", "set"]) {
                try store.add(item)
            },
            Provoked("never there", .itemNotFound, ["no such item", "add it"]) {
                try store.replace(password("x"), secret: secret("two"), ifGeneration: 1)
            },
            Provoked("changed", .recordModified, ["read it again"]) {
                try store.replace(item, secret: secret("two"), ifGeneration: 9)
            },
            Provoked("large", .dataTooLarge, ["16777217", "16 MiB", "file", "key that the store holds"]) {
                try store.add(password("y"), secret: SecretBytes.random(count: FileFormat.largestSecret + 1))
            },
            Provoked("several", .multipleValuesUnsupported, ["more conditions"]) {
                try store.add(password("x"))
                return try store.only(Query<GenericPassword>())
            },
        ])
    }

    func test_limitOfSecrets_standsInTheReadme() throws {
        let file = SourceFile.repository.appendingPathComponent("README.md")
        let limit = "A secret has at most \(FileFormat.largestSecret >> 20) MiB"
        XCTAssertTrue(try String(contentsOf: file, encoding: .utf8).contains(limit))
    }

    func test_patienceByDefault_standsInTheReadme() throws {
        let file = SourceFile.repository.appendingPathComponent("README.md")
        let words = try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isWhitespace)
        XCTAssertEqual(StoreOptions().patience, .seconds(5))
        let promise = "`StoreOptions.patience`, five seconds by default"
        XCTAssertTrue(words.joined(separator: " ").contains(promise))
    }

    func test_attributes_thatDoNotFit_nameWhatDoes() throws {
        let item = password("maria")
        check([
            Provoked("class", .noSuchClass, ["generic password", "key"]) {
                try KeyItem(attributes: item.attributes)
            },
            Provoked("attribute", .noSuchAttr, ["generic password", "server", "leave it out"]) {
                var attributes = item.attributes
                try attributes.set(.server, to: .string("mail.example"))
            },
            Provoked("group", .missingEntitlement, ["StoreOptions.accessGroups"]) {
                let store = try ItemStore.inMemory(options: StoreOptions(accessGroups: ["a"]))
                try store.add(GenericPassword(service: "s", account: "a", accessGroup: "gr0up"))
            },
        ])
    }

    func test_values_ofAnotherType_sayWhatToDo() throws {
        let store = try makeStore()
        let item = password("maria")
        try store.setValue(["the word"], of: item)
        check([
            Provoked("another", .invalidData, ["ask for the type", "secret(of:)"]) {
                try store.value(Int.self, of: item)
            },
            Provoked("none", .invalidData, ["setValue"]) {
                try store.add(password("x"))
                return try store.value(Int.self, of: password("x"))
            },
            Provoked("encoding", .param, ["JSONEncoder"]) { try store.setValue(Double.nan, of: item) },
        ])
    }

    func test_fullDisk_namesRoom() throws {
        _ = try makeStore()
        check([
            Provoked("a commit without room", .diskFull, ["the disk is full", "make room"]) {
                let connection = try Connection(path: self.path, role: .writing)
                throw unsafe Connection.failure(13, of: connection.handle)
            }
        ])
    }

    // MARK: - Damage

    func test_damage_namesSalvageOrABackup() throws {
        let store = try makeStore()
        try store.add(password("maria"), secret: secret("the word"))
        try tamper("UPDATE item SET secret = zeroblob(length(secret))")
        check([
            Provoked("item", .decode, ["generic password", "salvage", "backup"]) {
                try store.secret(of: password("maria"))
            },
            Provoked("rotation", .decode, ["salvage"]) { try store.rotateKeys() },
        ])
    }

    func test_damageOfTheFile_namesSalvageAndABackup() throws {
        _ = try makeStore().add(password("maria"))
        let rows: [(String, StoreStatus, String)] = [
            ("DELETE FROM item", .decode, "salvage"),
            ("UPDATE state SET sealed = zeroblob(length(sealed))", .invalidKeychain, "salvage"),
            ("UPDATE slot SET checksum = zeroblob(32)", .invalidDatabaseBlob, "another credential"),
            ("DELETE FROM store", .invalidKeychain, "salvage"),
        ]
        for (sql, status, word) in rows {
            try tamper(sql)
            check([
                Provoked(sql, status, [word, "backup"]) { try self.openStore().secret(of: password("maria")) }
            ])
        }
        check([
            Provoked("salvage", .invalidKeychain, ["backup"]) {
                try ItemStore.salvage(
                    from: self.directory + "/device.key", to: self.targetPath, options: self.options)
            }
        ])
    }

    // MARK: - Files

    func test_exports_thatCannotBeRead_sayWhichOnesCan() throws {
        let store = try makeStore()
        try export(store)
        check([
            Provoked("passphrase", .authFailed, ["the one that it was made with"]) {
                try store.importItems(from: self.exportPath, passphrase: secret("wr0ng"))
            },
            Provoked("not one", .unknownFormat, ["an export wrote"]) {
                try store.importItems(from: self.directory + "/device.key", passphrase: self.phrase())
            },
        ])
        var bytes = try Data(contentsOf: URL(fileURLWithPath: exportPath))
        bytes[bytes.count - 1] ^= 1
        for damaged in [bytes, bytes.dropLast(), bytes.prefix(50)] {
            try damaged.write(to: URL(fileURLWithPath: exportPath))
            check([
                Provoked("\(damaged.count)", .decode, ["another copy"]) { try self.importAll(into: store) }
            ])
        }
    }

    func test_places_thatAreNoStores_sayWhatIsMeant() throws {
        let store = try ItemStore.inMemory()
        _ = try makeStore()
        try Data("text".utf8).write(to: URL(fileURLWithPath: targetPath))
        _ = unsafe chmod(targetPath, 0o600)
        check([
            Provoked("memory", .unimplemented, ["create one in a file"]) {
                try store.backup(to: self.targetPath)
            },
            Provoked("text", .invalidKeychain, ["is not a store", "path"]) {
                try ItemStore.open(at: self.targetPath, options: self.options)
            },
            Provoked("long", .invalidDBLocation, ["bytes", "SQLite"]) {
                let folder = self.directory + "/" + String(repeating: "a", count: 240)
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                return try ItemStore.create(
                    at: folder + "/" + String(repeating: "b", count: 180), options: self.options)
            },
            Provoked("link", .invalidDBLocation, ["leads to"]) {
                _ = unsafe symlink(self.path, self.directory + "/link")
                return try ItemStore.open(at: self.directory + "/link", options: self.options)
            },
            Provoked("session", .param, ["passphrase"]) {
                try ItemStore.create(
                    at: self.directory + "/new", unlockingWith: .sessionKey(secret("wr0ng")),
                    options: self.options)
            },
        ])
    }

    func test_paths_thatAreTakenOrMissing_sayWhatToDo() throws {
        let store = try makeStore()
        let (key, missing) = (directory + "/device.key", directory + "/missing")
        check([
            Provoked("store", .duplicateKeychain, ["another path"]) { try self.makeStore() },
            Provoked("backup", .duplicateKeychain, ["another path"]) { try store.backup(to: key) },
            Provoked("export", .duplicateKeychain, ["another path"]) {
                try store.export(to: key, passphrase: self.phrase(), cost: .cheapest)
            },
            Provoked("missing", .noSuchKeychain, ["check the path"]) {
                try ItemStore.open(at: missing, options: self.options)
            },
            Provoked("salvage", .noSuchKeychain, ["check the path"]) {
                try ItemStore.salvage(from: missing, to: self.targetPath, options: self.options)
            },
            Provoked("directory", .invalidDBLocation, ["path of a file"]) {
                try store.importItems(from: self.directory, passphrase: self.phrase())
            },
        ])
    }

    // MARK: - Waiting, and mistakes

    func test_descriptor_thatStaysSilent_saysWhereToLook() throws {
        let pipe = Pipe()
        check([
            Provoked("silent", .interactionNotAllowed, ["the descriptor", "other end"]) {
                try PrivateFile.withContents(
                    ofDescriptor: pipe.fileHandleForReading.fileDescriptor, named: "the descriptor",
                    limit: 1, patience: .milliseconds(1)
                ) { _ in }
            }
        ])
    }

    func test_mistakeOfThePackage_asksForAReport() throws {
        let slot = try XCTUnwrap(makeStore().engine.material().slots.first)
        check([
            Provoked("no key", .internalError, ["mistake in SecureStore", "report"]) {
                _ = try Credential.deviceKey.wrappingKey(for: slot)
            }
        ])
        for path in try SourceFile.paths() where path.hasPrefix("Sources/") && path.hasSuffix(".swift") {
            let file = SourceFile.repository.appendingPathComponent(path)
            let text = try String(contentsOf: file, encoding: .utf8)
            let isMade = text.contains(try Regex(#"StoreError\(\s*\.internalError"#))
            XCTAssertEqual(isMade, path == "Sources/SecureStore/Errors/NextStep.swift", path)
        }
    }
}

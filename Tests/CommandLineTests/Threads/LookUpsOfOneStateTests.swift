import SecureStore
import SecureStoreCertificates
import SecureStoreTestSupport
import XCTest

@testable import SecureStoreCLI

/// Tests of answers that are made of several look-ups, while the store becomes another.
final class LookUpsOfOneStateTests: XCTestCase {
    private let meanwhile = Meanwhile()

    private func store() throws -> ItemStore {
        var options = StoreOptions()
        options.interceptor = meanwhile
        return try ItemStore.inMemory(options: options)
    }

    private func identity() throws -> Identity {
        let (authority, key) = (try Authority(), try PrivateKey.generate(.p256))
        let certificate = try authority.issue("web.example", for: key.publicKey)
        return try Identity(certificate: certificate, key: key, chain: [authority.certificate])
    }

    private static func empty(_ store: ItemStore) throws {
        try store.transaction { changes in
            try changes.deleteAll(of: CertificateItem.self)
            try changes.deleteAll(of: KeyItem.self)
        }
    }

    /// Has an identity take the place of what is there before the second look-up from now on.
    private func replace(with new: Identity, in store: ItemStore) {
        meanwhile.run {
            try Self.empty(store)
            try store.add(new)
        }
    }

    func test_handedIdentity_replacedMeanwhile_isTheOneBefore() throws {
        let (store, old, new) = (try store(), try identity(), try identity())
        try store.add(old)
        let words = ["exec", "--identity", "web.example", "--", "cat", "{certificate}", "{key}"]
        let arguments = try ArgumentParser(table: .securestore).parse(words)
        let handed = try XCTUnwrap(HandedIdentity(arguments))
        replace(with: new, in: store)
        let files = try handed.files(in: store)
        XCTAssertTrue(meanwhile.isDone)
        XCTAssertEqual(
            files.map(\.contents), [try SecretBytes(utf8: old.certificate.pem), try old.key.pem()])
    }

    func test_namedKey_replacedMeanwhile_isTheOneBefore() throws {
        let store = try store()
        let (old, new) = (try PrivateKey.generate(.p256), try PrivateKey.generate(.p256))
        try store.add(old, label: "web")
        meanwhile.run {
            try store.transaction { changes in
                try changes.deleteAll(of: KeyItem.self)
                try changes.add(new, label: "web")
            }
        }
        let found = try NamedKey.named("web", in: store) { key, items in try key.privateKey(in: items) }
        XCTAssertTrue(meanwhile.isDone)
        XCTAssertEqual(found, old)
    }

    func test_securityIdentities_replacedMeanwhile_areThoseBefore() throws {
        let (store, old, new) = (try store(), try identity(), try identity())
        try store.add(old)
        replace(with: new, in: store)
        let walk = ItemWalk(of: store)
        let found = try store.reading { items in
            try StoredCertificate.all(in: store, "", walk, withKeys: true, items).compactMap { stored in
                try stored.identity([], in: items)
            }
        }
        XCTAssertTrue(meanwhile.isDone)
        XCTAssertEqual(found.map(\.key), [old.key])
    }

    func test_securityExport_ofAnIdentityThatIsReplacedMeanwhile_hasTheOneBefore() throws {
        let (store, old, new) = (try store(), try identity(), try identity())
        for type in ["identities", "all"] {
            try store.add(old)
            replace(with: new, in: store)
            let arguments = try ArgumentParser(table: .security).parse(["export", "-p"])
            let content = try ExportedContent(of: store, "", type: type, arguments)
            XCTAssertTrue(meanwhile.isDone)
            let exported = try content.bytes(arguments).text
            XCTAssertTrue(exported.contains(old.certificate.pem))
            XCTAssertTrue(exported.contains(try old.key.pem().text))
            XCTAssertFalse(exported.contains(new.certificate.pem))
            XCTAssertFalse(exported.contains(try new.key.pem().text))
            try Self.empty(store)
        }
    }

    func test_secretToolLookUp_ofAnItemThatBecomesAnother_isTheOneBefore() throws {
        let store = try store()
        let (maria, anna) = (SecretToolItem([("user", "maria")]), SecretToolItem([("user", "anna")]))
        let reference = try store.add(maria.item(label: "Mail"), secret: SecretBytes(utf8: "1"))
        let (account, new) = (anna.item(label: "Mail").account, try SecretBytes(utf8: "2"))
        meanwhile.run {
            try store.update(
                Query<GenericPassword>().reference(reference),
                Changes().set(.account, to: account).secret(new))
        }
        let found = try maria.opened(in: store, atMost: 1, ItemWalk(of: store))
        XCTAssertTrue(meanwhile.isDone)
        XCTAssertEqual(found.map(\.secret), [try SecretBytes(utf8: "1")])
    }
}

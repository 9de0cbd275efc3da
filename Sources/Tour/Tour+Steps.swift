import Foundation
import SecureStore

extension Tour {
    // MARK: - Items

    func create() throws -> String {
        let facts = try FileManager.default.attributesOfItem(atPath: directory + "/" + Self.storeFile)
        try expect(facts[.posixPermissions] as? Int == 0o600, "the store's file is not of mode 600")
        try expect(try store.protection().opensWithDeviceKey, "the store does not open by itself")
        try expect(try store.itemCount() == 0, "the new store is not empty")
        return """
            an empty store in the file \(Self.storeFile), mode 600; the key that opens it by itself
            is in the file \(Self.keyFile), so that a copy of the store alone opens nothing
            """
    }

    func add() throws -> String {
        try store.add(items.mail, secret: items.mailSecret)
        try store.add(items.forge, secret: items.forgeSecret)
        try store.transaction { changes in
            try changes.add(items.certificate, secret: items.certificateBytes)
            try changes.add(items.privateKey, secret: items.privateKeyBytes)
            try changes.add(items.symmetricKey, secret: items.symmetricKeyBytes)
        }
        try expect(try store.itemCount() == 5, "the store does not have five items")
        return """
            a generic password, an internet password, and in one transaction a certificate, its
            private key and a symmetric key; their bytes are random stand-ins
            """
    }

    func addTwice() throws -> String {
        let status = try expect(.duplicateItem, "adding the generic password again") {
            try store.add(items.mail, secret: items.newSecret)
        }
        return "the same generic password once more answers \(status)"
    }

    private var mail: Query<GenericPassword> {
        Query().where(.service, equals: items.mail.service)
            .where(.account, equals: items.mail.account)
    }

    private var forge: Query<InternetPassword> {
        Query().where(.server, equals: items.forge.server)
    }

    func find() throws -> String {
        let found = try store.only(mail)
        try expect(found.item.label == items.mail.label, "the label is another")
        try expect(found.secret == items.mailSecret, "the secret is another")
        let keys = try store.copyMatching(Query<KeyItem>(), returning: .attributes)
        try expect(keys.count == 2, "\(keys.count) keys were found, not 2")
        try expect(keys.allSatisfy { $0.secret == nil }, "a secret was opened that nobody asked for")
        return """
            the generic password by service and account, with the secret that was added;
            both keys by their class, without opening a secret
            """
    }

    func findIdentity() throws -> String {
        let identity = try store.only(Query<IdentityItem>())
        try expect(identity.item.certificate.label == items.certificate.label, "another certificate")
        try expect(identity.item.key.label == items.privateKey.label, "another key")
        try expect(identity.secret == items.privateKeyBytes, "another private key")
        return "certificate and private key share a public key hash, so they are found as an identity"
    }

    func update() throws -> String {
        let before = try store.only(mail)
        let changes = Changes<GenericPassword>().set(.label, to: items.newLabel).secret(items.newSecret)
        try expect(try store.update(mail, changes) == 1, "not one item was changed")
        let after = try store.only(Query<GenericPassword>().reference(before.reference))
        try expect(after.item.label == items.newLabel, "the label is not the new one")
        try expect(after.secret == items.newSecret, "the secret is not the new one")
        return "a new label and a new secret for the generic password; its old reference still names it"
    }

    func delete() throws -> String {
        try expect(try store.delete(forge) == 1, "not one item was deleted")
        let status = try expect(.itemNotFound, "a search for what was deleted") {
            _ = try store.copyMatching(forge)
        }
        return "the internet password; a search for it answers \(status)"
    }

    // MARK: - Lock

    func setPassphrase() throws -> String {
        try store.setPassphrase(items.passphrase, cost: .interactive)
        let protection = try store.protection()
        try expect(protection.hasPassphrase, "the store has no passphrase")
        try expect(!protection.opensWithDeviceKey, "the store still opens by itself")
        let second = try ItemStore.open(
            at: directory + "/" + Self.storeFile, options: Self.options(in: directory))
        let status = try expect(.interactionNotAllowed, "a search with the device key alone") {
            _ = try second.copyMatching(mail)
        }
        return """
            set; the store no longer opens by itself, and whoever comes with nothing but the device
            key gets \(status)
            """
    }

    func lock() throws -> String {
        store.lock()
        let status = try expect(.interactionNotAllowed, "a search in the locked store") {
            _ = try store.copyMatching(mail)
        }
        let certificate = try store.only(Query<CertificateItem>())
        try expect(certificate.secret == items.certificateBytes, "the certificate is another")
        return """
            the generic password answers \(status);
            the certificate, for which the first unlock is enough, is still found
            """
    }

    func unlock() throws -> String {
        let status = try expect(.authFailed, "a wrong passphrase") {
            try store.unlock(with: .passphrase(items.wrongPassphrase))
        }
        try store.unlock(with: .passphrase(items.passphrase))
        try expect(try store.only(mail).secret == items.newSecret, "the secret is another")
        return "a wrong passphrase answers \(status); the right one brings the password back"
    }

    // MARK: - File

    func searchFiles() throws -> String {
        let plaintexts = items.plaintexts
        let files = try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
            .filter { $0.hasPrefix(Self.storeFile) }
        try expect(files.contains(Self.storeFile + "-wal"), "there is no journal to search")
        var (byteCount, findsHeader) = (0, false)
        for file in files {
            let contents = try Data(contentsOf: URL(fileURLWithPath: directory + "/" + file))
            byteCount += contents.count
            findsHeader = findsHeader || contents.range(of: Data("SQLite format 3".utf8)) != nil
            let isClean = plaintexts.allSatisfy { contents.range(of: $0) == nil }
            try expect(isClean, "something that was added stands in the clear in \(file)")
        }
        // Only a search that finds what is there says something when it finds nothing.
        try expect(findsHeader, "the search does not find what is in the file")
        return """
            \(byteCount) bytes in \(files.joined(separator: ", ")):
            none of the \(plaintexts.count) names, labels and secrets above is in them, old or new
            """
    }

    func verify() throws -> String {
        let report = try store.verify()
        try expect(report.isIntact, "damage was found: \(report.problems) \(report.damaged)")
        try expect(report.checked == 4 && report.unopened == 0, "\(report.checked) items were checked, not 4")
        return "\(report.checked) items, each seal opened, and the set of them is complete"
    }

    // MARK: - Expectations

    private func expect(_ condition: Bool, _ otherwise: String) throws {
        guard condition else { throw Failure(description: otherwise) }
    }

    /// The status, when `body` throws it and nothing else.
    private func expect(_ status: Status, _ act: String, _ body: () throws -> Void) throws -> Status {
        do { try body() } catch let error as StoreError where error.status == status { return status }
        throw Failure(description: "\(act) succeeded, and should not have")
    }
}

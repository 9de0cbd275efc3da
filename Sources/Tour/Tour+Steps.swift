import Foundation
import SecureStore

extension Tour {
    func create() throws -> String {
        let facts = try FileManager.default.attributesOfItem(atPath: directory + "/" + Self.storeFile)
        try expect(facts[.posixPermissions] as? Int == 0o600)
        try expect(try store.protection().opensWithDeviceKey)
        try expect(try store.itemCount() == 0)
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
        try expect(try store.itemCount() == 5)
        return """
            a generic password, an internet password, and in one transaction a certificate, its
            private key and a symmetric key; their bytes are random stand-ins
            """
    }

    func addTwice() throws -> String {
        let status = try expect(.duplicateItem) { try store.add(items.mail, secret: items.newSecret) }
        return "the same generic password once more answers \(status)"
    }

    private var mail: Query<GenericPassword> {
        Query().where(.service, equals: items.mail.service).where(.account, equals: items.mail.account)
    }

    private var forge: Query<InternetPassword> { Query().where(.server, equals: items.forge.server) }

    func find() throws -> String {
        let found = try store.only(mail)
        try expect(found.item.label == items.mail.label && found.secret == items.mailSecret)
        let keys = try store.copyMatching(Query<KeyItem>(), returning: .attributes)
        try expect(keys.count == 2 && keys.allSatisfy { $0.secret == nil })
        return """
            the generic password by service and account, with the secret that was added;
            both keys by their class, without opening a secret
            """
    }

    func findIdentity() throws -> String {
        let identity = try store.only(Query<IdentityItem>())
        try expect(identity.item.certificate.label == items.certificate.label)
        try expect(identity.item.key.label == items.privateKey.label)
        try expect(identity.secret == items.privateKeyBytes)
        return "certificate and private key share a public key hash, so they are found as an identity"
    }

    func update() throws -> String {
        let before = try store.only(mail)
        let changes = Changes<GenericPassword>().set(.label, to: items.newLabel).secret(items.newSecret)
        try expect(try store.update(mail, changes) == 1)
        let after = try store.only(Query<GenericPassword>().reference(before.reference))
        try expect(after.item.label == items.newLabel && after.secret == items.newSecret)
        return "a new label and a new secret for the generic password; its old reference still names it"
    }

    func delete() throws -> String {
        try expect(try store.delete(forge) == 1)
        let status = try expect(.itemNotFound) { _ = try store.copyMatching(forge) }
        return "the internet password; a search for it answers \(status)"
    }

    func setPassphrase() throws -> String {
        try store.setPassphrase(items.passphrase, cost: .interactive)
        let protection = try store.protection()
        try expect(protection.hasPassphrase && !protection.opensWithDeviceKey)
        let second = try ItemStore.open(
            at: directory + "/" + Self.storeFile, options: Self.options(in: directory))
        let status = try expect(.interactionNotAllowed) { _ = try second.copyMatching(mail) }
        return """
            set; the store no longer opens by itself, and whoever comes with nothing but the device
            key gets \(status)
            """
    }

    func lock() throws -> String {
        store.lock()
        let status = try expect(.interactionNotAllowed) { _ = try store.copyMatching(mail) }
        try expect(try store.only(Query<CertificateItem>()).secret == items.certificateBytes)
        return """
            the generic password answers \(status);
            the certificate, for which the first unlock is enough, is still found
            """
    }

    func unlock() throws -> String {
        let status = try expect(.authFailed) { try store.unlock(with: .passphrase(items.wrongPassphrase)) }
        try store.unlock(with: .passphrase(items.passphrase))
        try expect(try store.only(mail).secret == items.newSecret)
        return "a wrong passphrase answers \(status); the right one brings the password back"
    }

    func searchFiles() throws -> String {
        let plaintexts = items.plaintexts
        let files = try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
            .filter { $0.hasPrefix(Self.storeFile) }
        try expect(files.contains(Self.storeFile + "-wal"))
        let contents = try files.map { try Data(contentsOf: URL(fileURLWithPath: directory + "/" + $0)) }
        // Only a search that finds what is there says something when it finds nothing.
        try expect(contents.contains { $0.range(of: Data("SQLite format 3".utf8)) != nil })
        for bytes in contents { try expect(plaintexts.allSatisfy { bytes.range(of: $0) == nil }) }
        return """
            \(contents.map(\.count).reduce(0, +)) bytes in \(files.joined(separator: ", ")):
            none of the \(plaintexts.count) names, labels and secrets above is in them, old or new
            """
    }

    func verify() throws -> String {
        let report = try store.verify()
        try expect(report.isIntact && report.checked == 4 && report.unopened == 0)
        return "\(report.checked) items, each seal opened, and the set of them is complete"
    }

    private func expect(_ condition: Bool, line: Int = #line) throws {
        guard condition else { throw Failure(description: "the expectation in line \(line) is not met") }
    }

    /// The status, when `body` throws it and nothing else.
    private func expect(_ status: StoreStatus, line: Int = #line, _ body: () throws -> Void) throws
        -> StoreStatus
    {
        do { try body() } catch let error as StoreError where error.status == status { return status }
        throw Failure(description: "the call in line \(line) succeeded, and should not have")
    }
}

import Foundation

@testable import SecureStore

/// Items of every class, with strange bytes and every accessibility, as a reader of the file must cope with.
enum FormatSamples {
    /// Fills a store by adding, changing and deleting, so that rows, generations and numbers are not all
    /// fresh.
    static func fill(_ store: ItemStore) throws {
        try addPasswords(to: store)
        try addCertificateAndKeys(to: store)
        for access in try store.usableAccessibilities {
            var item = GenericPassword(service: "accessibility", account: access.code)
            item.accessibility = access
            try store.add(item, secret: try secret("for \(access.code)"))
        }
        try store.add(GenericPassword(service: "gone", account: "first"), secret: try secret("x"))
        try store.delete(Query<GenericPassword>().where(.service, equals: "gone"))
        let mail = Query<GenericPassword>().where(.service, equals: "mail").where(.account, equals: "maria")
        try store.update(mail, Changes<GenericPassword>().set(.label, to: "Mail, changed"))
        let (note, new) = (try secret("first line\nsecond"), try secret("hunter3"))
        try store.update(mail, Changes().secret(new).part("notes", note).part("PIN", try secret("")))
    }

    private static func addPasswords(to store: ItemStore) throws {
        var mail = GenericPassword(service: "mail", account: "maria", label: "Mail")
        (mail.generic, mail.creator, mail.isInvisible) = (Data([0, 0xff, 0xc3, 0x28]), -1, true)
        try store.add(mail, secret: try secret("hunter2"))
        try store.add(GenericPassword(), secret: try secret(""))
        try store.add(GenericPassword(service: "no secret", accessGroup: "other"))
        let bytes = try ItemAttributes(
            .genericPassword,
            [.service: .data(Data([0xff, 0, 0xfe])), .account: .number(-5), .label: .data(Data())])
        let every = try SecretBytes(copying: (0..<3_000).map { UInt8(truncatingIfNeeded: $0) })
        try store.add(try GenericPassword(attributes: bytes), secret: every)
        try store.add(
            GenericPassword(service: "e\u{301} \u{1F511}\0", account: "é", isSynchronizable: true),
            secret: try secret("\0\0"))
        try store.add(
            InternetPassword(
                server: "mail.example", account: "maria", securityDomain: "home", protocol: .imaps,
                port: 993, path: "/", label: "Mail"),
            secret: try secret("imap"))
        let odd = try ItemAttributes(
            .internetPassword,
            [
                .server: .string("x"), .protocol: .string("12"), .port: .string("007"),
                .history: .data(Data([1])),
            ])
        try store.add(try InternetPassword(attributes: odd), secret: try secret("odd"))
    }

    private static func addCertificateAndKeys(to store: ItemStore) throws {
        var certificate = CertificateItem(
            issuer: Data("issuer".utf8), serialNumber: Data([1, 0]), label: "CA")
        (certificate.subject, certificate.publicKeyHash) = (Data("subject".utf8), Data(count: 20))
        try store.add(certificate, secret: try secret("certificate"))
        var key = KeyItem(
            keyClass: .private, type: .ecSECPrimeRandom, applicationLabel: Data(count: 20),
            applicationTag: Data("tag".utf8), sizeInBits: 256)
        key.accessControl = try AccessControl(accessibility: .afterFirstUnlock, flags: .privateKeyUsage)
        try store.add(key, secret: try secret("private"))
        var dated = try ItemAttributes(.key, [.keyClass: .number(2), .type: .number(2_147_483_649)])
        try dated.set(.startDate, to: .date(Date(timeIntervalSinceReferenceDate: -0.1)))
        try dated.set(.endDate, to: .date(Date(timeIntervalSinceReferenceDate: 1e12)))
        try store.add(try KeyItem(attributes: dated), secret: try secret("symmetric"))
    }
}

extension ItemStore {
    /// The kinds of items that the store takes now.
    fileprivate var usableAccessibilities: [Accessibility] {
        get throws {
            let ring = try engine.keys.ring()
            return Accessibility.allCases.filter { (try? ring.keys($0)) != nil }
        }
    }
}

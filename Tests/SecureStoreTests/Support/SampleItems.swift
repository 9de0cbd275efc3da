import FoundationEssentials

@testable import SecureStore

/// An item of each class that has rows, each with something in every part of its identity.
enum SampleItems {
    static let generic = GenericPassword(service: "mail", account: "maria", label: "Mail")
    static let certificate = CertificateItem(
        issuer: Data([1, 0]), serialNumber: Data([2, 0]), label: "Root")
    static let key = KeyItem(
        keyClass: .private, type: .rsa, applicationLabel: Data([3]), applicationTag: Data([4]),
        sizeInBits: 2048, label: "Key")

    static func internet() throws -> InternetPassword {
        try InternetPassword(
            server: "mail.example", account: "maria", securityDomain: "d", protocol: .imaps,
            authenticationType: .httpBasic, port: 993, path: "/inbox", label: "Inbox")
    }

    /// One of each, for tests that hold for every class.
    static func all() throws -> [any StorableItem] { [generic, try internet(), certificate, key] }
}

/// A generic password that differs from others in its account alone.
func password(_ account: String, _ access: Accessibility = .whenUnlocked) -> GenericPassword {
    var item = GenericPassword(service: "mail", account: account)
    item.accessibility = access
    return item
}

/// The query for that password.
func query(_ account: String) -> Query<GenericPassword> {
    Query<GenericPassword>().where(.service, equals: "mail").where(.account, equals: account)
}

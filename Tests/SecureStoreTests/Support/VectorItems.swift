import Foundation

@testable import SecureStore

/// An item of the test vectors.
struct VectorItem {
    let number: Int64
    let generation: Int64
    let attributes: ItemAttributes
    let secret: [UInt8]?
    var keyset: UInt32 = 1
    var parts: [SecretPart] = []
    var earlier: [EarlierSecret] = []

    var name: String { "item\(number)" }

    /// Columns as the page has them, tokens not yet filled in.
    var columns: ItemColumns {
        let zero = Bytes16(high: 0, low: 0)
        let pair = UInt64(number) * 0x0101_0101_0101_0101
        let id = Bytes16(high: pair, low: number < 3 ? UInt64(number) : pair)
        return ItemColumns(
            number: number, id: id, itemClass: attributes.itemClass.rawValue,
            access: attributes.accessibilityOrDefault.rawValue, keyset: keyset, generation: generation,
            identity: zero, group: zero, variant: zero)
    }

    /// The one item of the second key set, its parts, and the secrets that it had before.
    static func fifth() throws -> VectorItem {
        let earlier = try [("old", 700_000_002.5), ("", 700_000_001.75)].map { text, seconds in
            EarlierSecret(
                replaced: Date(timeIntervalSinceReferenceDate: seconds),
                secret: try SecretBytes(copying: Array(text.utf8)))
        }
        let parts = try [("notes", "écrit"), ("PIN", "")].map { name, text in
            SecretPart(name: name, secret: try SecretBytes(utf8: text))
        }
        return VectorItem(
            number: 5, generation: 5,
            attributes: try make(
                .genericPassword, .afterFirstUnlock, group: "default",
                [.account: .string("tenant-7/maria"), .service: .string("com.example.web")]),
            secret: Array("new".utf8), keyset: 2, parts: parts, earlier: earlier)
    }

    /// The four items of the first key set.
    static func all() throws -> [VectorItem] {
        [
            VectorItem(
                number: 1, generation: 1, attributes: try genericPassword(), secret: Array("hunter2".utf8)),
            VectorItem(number: 2, generation: 2, attributes: try internetPassword(), secret: []),
            VectorItem(
                number: 3, generation: 1, attributes: try certificate(),
                secret: Array(0...255) + Array("end".utf8)),
            VectorItem(number: 4, generation: 7, attributes: try key(), secret: nil),
        ]
    }

    private static func make(
        _ itemClass: ItemClass, _ accessibility: Accessibility, group: String,
        _ values: [AttributeName: AttributeValue]
    ) throws -> ItemAttributes {
        var attributes = try ItemAttributes(itemClass, values)
        try attributes.set(.accessible, to: .string(accessibility.code))
        try attributes.set(.accessGroup, to: .string(group))
        try attributes.set(
            .creationDate, to: .date(Date(timeIntervalSinceReferenceDate: 700_000_000.5)))
        try attributes.set(
            .modificationDate, to: .date(Date(timeIntervalSinceReferenceDate: 700_000_001.25)))
        return attributes
    }

    private static func genericPassword() throws -> ItemAttributes {
        try make(
            .genericPassword, .whenUnlocked, group: "default",
            [
                .label: .string("https://mail.example/in:new"), .account: .string("maria"),
                .service: .string("mail"),
            ])
    }

    private static func internetPassword() throws -> ItemAttributes {
        try make(
            .internetPassword, .afterFirstUnlock, group: "team",
            [
                .synchronizable: .number(1), .securityDomain: .data(Data([0xff, 0])),
                .server: .string("bücher.example"), .protocol: .string("imap"), .port: .number(993),
                .path: .number(-2), .syncViewHint: .string("hint"),
            ])
    }

    private static func certificate() throws -> ItemAttributes {
        try make(
            .certificate, .always, group: "default",
            [
                .subject: .data(Data("subject".utf8)), .issuer: .data(Data("issuer".utf8)),
                .serialNumber: .data(Data([1, 2])), .publicKeyHash: .data(Data(count: 20)),
                .certificateType: .number(3),
            ])
    }

    private static func key() throws -> ItemAttributes {
        let control = try AccessControl(accessibility: .whenUnlockedThisDeviceOnly, flags: .privateKeyUsage)
        return try make(
            .key, .whenUnlockedThisDeviceOnly, group: "default",
            [
                .accessControl: .accessControl(control), .type: .number(73), .keyClass: .number(1),
                .applicationLabel: .data(Data(count: 20)),
                .applicationTag: .data(Data("/a..b/".utf8) + [0xff]),
                .keySizeInBits: .number(256),
                .startDate: .date(Date(timeIntervalSinceReferenceDate: -1.5)),
            ])
    }
}

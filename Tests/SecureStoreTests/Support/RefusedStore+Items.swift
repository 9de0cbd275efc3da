@testable import SecureStore

/// The causes for which a reader refuses one item: first what anybody can do to its row, then what only the
/// keys can seal.
extension RefusedStore {
    private static func row(
        _ change: String, _ words: String, line: UInt = #line
    ) -> RefusedStore {
        .sql(.item, .decode, "UPDATE item SET \(change) WHERE number = 1", words, line: line)
    }

    static let rows: [RefusedStore] = [
        .sql(.item, .decode, "DELETE FROM item WHERE number = 1", "there are 2 items"),
        row("number = 9", "a number that was never given"),
        row("id = zeroblob(15)", "has a id of a wrong size"),
        row("class = 2", "its attributes do not open"),
        row("class = 5", "its class or accessibility is not one"),
        row("access = 2", "its attributes do not open"),
        row("access = 8", "its class or accessibility is not one"),
        row("keyset = 2", "names a key set that is not there"),
        row("generation = 9", "its attributes do not open"),
        row("identity = zeroblob(15)", "has a identity of a wrong size"),
        row("first = zeroblob(17)", "a token of a wrong size"),
        row("third = zeroblob(16)", "its tokens do not fit its attributes"),
        row("seal = zeroblob(39)", "the seal of its secret has a wrong size"),
        row("seal = NULL", "it has half a secret"),
        row("secret = NULL", "it has half a secret"),
        row("seal = NULL, secret = NULL", "its attributes do not open"),
        row("secret = zeroblob(32)", "its secret does not open"),
        row("attributes = substr(attributes, 1, 40)", "its attributes are too short"),
        row(
            "attributes = CAST(substr(attributes, 1, length(attributes) - 8) || zeroblob(8) AS BLOB)",
            "its attributes do not open"),
    ]

    private typealias Forged = ForgedPlaintext
    private static let group = Forged.entry("agrp", 1, Array("default".utf8))
    private static let made = Forged.entry("cdat", 4, Forged.date(1))
    private static let changed = Forged.entry("mdat", 4, Forged.date(1))
    private static let name = Forged.entry("acct", 1, [0x61]) + Forged.entry("svce", 1, Array("mail".utf8))
    private static let dates = group + made + changed
    private static let never = "an attribute that no record has"

    static let records: [RefusedStore] = [
        .plaintext(
            "a record longer than its box", "its record ends beyond its end", record: [0xff, 0, 0, 0]),
        .plaintext("no record", "its record is too short", record: [0, 0, 0]),
        .record(
            "a record over 1 MiB", "its record ends beyond its end", dates, Forged.entry("labl", 2, mebibyte),
            name),
        .record("an entry twice", "its record is out of order", dates, name, name),
        .record("an entry out of order", "its record is out of order", group, changed, made, name),
        .record("half an entry", "is cut short", dates, name, [0x67]),
        .record(
            "a value beyond the record", "ends beyond the record", dates, name,
            Array("gena".utf8) + [2, 9, 0, 0, 0]),
        .record("an unknown code", never, dates, name, Forged.entry("zzzz", 1, [])),
        .record("an unknown form", "a form it cannot have", dates, name, Forged.entry("gena", 6, [])),
        .record("form 0", "a form it cannot have", dates, name, Forged.entry("gena", 0, [])),
        .record("the accessibility", never, Forged.entry("pdmn", 1, [0x61, 0x6b]), dates, name),
        .record("tomb", never, dates, name, Forged.entry("tomb", 3, Forged.number(1))),
        .record("musr", never, dates, name, Forged.entry("musr", 2, [])),
        .record("sha1", never, dates, name, Forged.entry("sha1", 2, [])),
        .record("UUID", never, dates, name, Forged.entry("UUID", 2, [])),
        .record(
            "an attribute of another class", "has no attribute srvr", dates, name, Forged.entry("srvr", 1, [])
        ),
        .record("no access group", "lacks its access group or a date", made, changed, name),
        .record("no creation date", "lacks its access group or a date", group, changed, name),
        .record("no modification date", "lacks its access group or a date", group, made, name),
        .record("text that is not UTF-8", "is not UTF-8", dates, Forged.entry("labl", 1, [0xff]), name),
        .record(
            "a number of 7 bytes", "has a wrong size", dates, Forged.entry("invi", 3, [0, 0, 0, 0, 0, 0, 0]),
            name),
        .record(
            "a date of 9 bytes", "has a wrong size", group, Forged.entry("cdat", 4, Forged.date(1) + [0]),
            changed, name),
        .record(
            "a date of -0.0", "is a zero with a sign", group, Forged.entry("cdat", 4, Forged.date(-0.0)),
            changed, name),
        .record(
            "an infinite date", "is not a date", group, Forged.entry("cdat", 4, Forged.date(.infinity)),
            changed, name),
        .record(
            "a date that is no number", "is not a date", group, Forged.entry("cdat", 4, Forged.date(.nan)),
            changed, name),
        .record(
            "an access control of 8 bytes", "has a wrong size", Forged.entry("accc", 5, Forged.number(1)),
            dates, name),
        .record(
            "an access control for no accessibility", "another accessibility",
            Forged.entry("accc", 5, [0] + Forged.number(0)), dates, name),
    ]

    /// Sealed and listed, but with tokens of other attributes; only who checks the whole makes the tokens
    /// again.
    static let tokens: [RefusedStore] = [
        .record(
            "a record of other tokens", "its tokens do not fit", refused: .whole, dates,
            Forged.entry("labl", 1, [0x78]), name)
    ]

    private static let part = Forged.part([0x61], 1)
    private static let mebibyte = [UInt8](repeating: 0x78, count: FileFormat.largestAttributes)

    /// A store with an item that has these entries behind its secret.
    private static func entries(
        _ name: String, _ words: String, line: UInt = #line, _ entries: [UInt8]...
    ) -> RefusedStore {
        let plain = Forged.padded([0x61], Array(entries.joined()))
        return .plaintext(name, words, line: line, secret: { plain })
    }

    static let secrets: [RefusedStore] = [
        .plaintext("a secret longer than its box", "ends beyond its end", secret: { [0xff, 0, 0, 0] }),
        .plaintext(
            "a secret over 16 MiB", "ends beyond its end",
            secret: { Forged.padded([UInt8](repeating: 0x78, count: FileFormat.largestSecret + 1)) }),
        entries(
            "17 earlier secrets", "too many earlier secrets",
            Array((0..<17).flatMap { _ in Forged.earlier(1, 1) })),
        entries(
            "earlier secrets of 16,385 bytes", "too many earlier secrets", Forged.earlier(1, 16_384 - 12)),
        entries("an earlier secret without a date", "has no date", Forged.earlier(1, 0, size: 8)),
        entries("an earlier secret beyond the box", "ends beyond its end", Forged.earlier(1, 1, size: 255)),
        entries("an earlier secret of -0.0", "has no date", Forged.earlier(-0.0, 1)),
        entries("an earlier secret of no date", "has no date", Forged.earlier(.nan, 1)),
        entries("an entry of no known kind", "of no known kind", [2, 0, 0, 0, 3, 0]),
        entries("a part behind an earlier secret", "behind an earlier", Forged.earlier(1, 1), part),
        entries("a part without a name", "a name of a wrong size", Forged.part([], 1)),
        entries("a name beyond its part", "ends beyond its end", Forged.part([0x61], 1, nameSize: 3)),
        entries("a name that is not UTF-8", "is not UTF-8", Forged.part([0xff], 1)),
        entries("two parts of one name", "have one name", part, part),
        entries(
            "257 parts", "too many parts",
            Array((0...256).flatMap { Forged.part(Array("\($0)".utf8), 0) })),
        entries("parts over 1 MiB", "too many parts", Forged.part([0x61], mebibyte.count - 6)),
    ]

    static let all = stores + keys + indexes + rows + records + secrets + tokens + wholes
}

import FoundationEssentials
import SecureStore

/// An item in the grammar in which Apple's tool prints it.
enum ItemListing {
    static func text(_ attributes: ItemAttributes, in path: String) -> String {
        let head = [
            "keychain: \(Array(path.utf8).quoted)", "version: 512", "class: \(recordType(of: attributes))",
            "attributes:",
        ]
        let rows = Row.all(of: attributes.itemClass).map { row in
            let value = row.name.flatMap { attributes[$0] }.flatMap { shown($0, row.form) }
            return "    \(row.tag)<\(row.form.word)>=\(value ?? "<NULL>")"
        }
        return (head + rows).joined(separator: "\n")
    }

    /// The rights that programs have on the item.
    ///
    /// They are the same for all: whatever opens the store reads the item, and nobody is asked.
    static func access(_ attributes: ItemAttributes) -> String {
        """
        access: 1 entries
            entry 0:
                authorizations (1): any
                don't-require-password
                description: \(Terminal.harmless(attributes[.label]?.text ?? ""))
                applications: <null>
        """
    }

    /// Four letters for passwords, a number for certificates, and one for each class of keys.
    private static func recordType(of attributes: ItemAttributes) -> String {
        switch attributes.itemClass {
        case .certificate: return FourCharacterCode(number: 0x8000_1000).shown
        case .key: return shown(attributes[.keyClass] ?? .number(0), .keyClass) ?? ""
        default: return Array(attributes.itemClass.code.utf8).quoted
        }
    }

    /// The value in Apple's form; nil for one that Apple's tool prints as absent.
    private static func shown(_ value: AttributeValue, _ form: Row.Form) -> String? {
        switch (form, value) {
        case (.keyClass, .number(let number)): return FourCharacterCode(number: 0x0f &+ Int(number)).shown
        // Absent, in an attribute that counts for the identity.
        case (.blob, .number(0)): return nil
        case (_, .number(let number)): return FourCharacterCode(number: Int(number)).shown
        case (.day, .date(let date)): return day(date).quoted
        case (_, .date(let date)): return digits(date).map { (Array($0.utf8) + [0]).quoted }
        default:
            guard let data = value.data, !data.isEmpty else { return nil }
            return Array(data).quoted
        }
    }

    /// The first eight digits, or as many zero bytes for a date that was not given.
    private static func day(_ date: Date) -> [UInt8] {
        guard date.timeIntervalSinceReferenceDate != 0, let digits = digits(date) else {
            return [UInt8](repeating: 0, count: 8)
        }
        return Array(digits.utf8.prefix(8))
    }

    /// As in `20261121060504Z`; nil beyond the years that have four digits.
    private static func digits(_ date: Date) -> String? {
        guard fourDigitYears.contains(date.timeIntervalSinceReferenceDate) else { return nil }
        return date.formatted(.iso8601).filter { $0.isNumber || $0 == "Z" }
    }

    private static let fourDigitYears = -63_114_076_800.0..<252_423_993_600.0
}

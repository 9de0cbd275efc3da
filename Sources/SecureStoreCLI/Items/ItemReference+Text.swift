import FoundationEssentials
import SecureStore

extension ItemReference {
    /// The persistent reference in hexadecimal digits, as `list --json` shows it.
    var text: String {
        persistent.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }

    /// Reads what ``text`` wrote.
    init(text: String) throws {
        let digits = Array(text.utf8)
        let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap { place -> UInt8? in
            guard let high = SecretBytes.digit(digits[place]), let low = SecretBytes.digit(digits[place + 1])
            else { return nil }
            return high << 4 | low
        }
        guard digits.count == 40, bytes.count == 20 else {
            throw CommandError(
                exitCode: .usage, message: "a reference has 40 hexadecimal digits",
                hint: "securestore list --json shows the references")
        }
        try self.init(persistent: Data(bytes))
    }
}

extension Option {
    static let reference = Option(
        "reference", nil, .required("DIGITS"), help: "the item with this reference, see list --json")
}

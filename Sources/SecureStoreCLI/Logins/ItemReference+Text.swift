import FoundationEssentials
import SecureStore

extension ItemReference {
    /// The persistent reference in hexadecimal digits, as `list --json` shows it.
    var text: String { Hexadecimal.text(of: persistent) }

    /// Reads what ``text`` wrote.
    init(text: String) throws {
        guard let bytes = Hexadecimal.bytes(of: text), bytes.count == 20 else {
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

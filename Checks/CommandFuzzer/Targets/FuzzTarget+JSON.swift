import Foundation
import SecureStore
import SecureStoreJSON

@testable import SecureStoreCLI

extension FuzzTarget {
    /// JSON: what is read is what Foundation reads, and what is written is read again.
    static let json = FuzzTarget(name: "json") { input in
        // Escapes are looked at when a text is asked for: those that are wrong are refused here.
        let written = try json(of: JSONValue(input.secret()))
        require(
            try json(of: JSONValue(SecretBytes(utf8: written.text))).text == written.text, "written otherwise"
        )
        // Foundation loses a byte order mark that is not escaped, as it is in what was written.
        let isMarked = String(decoding: input, as: UTF8.self).unicodeScalars.contains("\u{feff}")
        guard !isMarked else { return }
        let (theirs, ours) = (foundationJSON(input), foundationJSON(Array(written.text.utf8)))
        guard let theirs, let ours else { preconditionFailure("Foundation says that it is not JSON") }
        require(theirs.isEqual(ours), "Foundation reads something else")
    }

    /// The same value, to be written; refuses numbers that cannot be.
    private static func json(of value: JSONValue) throws -> JSON {
        switch value.kind {
        case .object: return .object(try (value.members() ?? []).map { ($0.name, try json(of: $0.value)) })
        case .array: return .array(try (value.elements() ?? []).map(json))
        case .string:
            guard let text = try value.text() else { preconditionFailure("a string is not text") }
            return .string(text)
        case .number:
            guard let number = value.number else { throw CommandError.failure("a number that is too long") }
            return .number(Int64(number))
        case .bool(let bool): return .bool(bool)
        case .null: return .null
        }
    }

    /// The value as Foundation reads it, nil where it refuses; of members with one name, either may be taken.
    private static func foundationJSON(_ bytes: [UInt8]) -> NSObject? {
        let value = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
        return value as? NSObject
    }
}

package import SecureStore

/// A value in a message on the bus.
package indirect enum BusValue {
    case bool(Bool)
    /// A number of 64 bits, for dates.
    case number(UInt64)
    /// A number of 32 bits.
    case word(UInt32)
    /// An open file, for as long as the message lives that brought it.
    case file(Int32)
    case text(String)
    case path(String)
    /// Bytes, which always count as secret here.
    case bytes(SecretBytes)
    /// Values of one signature.
    case list(of: String, [BusValue])
    case entry(BusValue, BusValue)
    case structure([BusValue])
    case variant(BusValue)
    /// A value of a type that nothing here takes.
    case other

    /// The types of the value, in the letters of the bus.
    var signature: String {
        switch self {
        case .bool: "b"
        case .number: "t"
        case .word: "u"
        case .file: "h"
        case .text: "s"
        case .path: "o"
        case .bytes: "ay"
        case .list(let element, _): "a" + element
        case .entry(let key, let value): "{\(key.signature)\(value.signature)}"
        case .structure(let parts): "(\(parts.map(\.signature).joined()))"
        case .variant: "v"
        case .other: ""
        }
    }

    static func paths(_ paths: some Sequence<String>) -> BusValue { .list(of: "o", paths.map(BusValue.path)) }

    static func properties(_ properties: some Sequence<(name: String, value: BusValue)>) -> BusValue {
        .list(of: "{sv}", properties.map { .entry(.text($0.name), .variant($0.value)) })
    }

    // MARK: - Reading

    var text: String? { if case .text(let text) = self { text } else { nil } }
    var path: String? { if case .path(let path) = self { path } else { nil } }
    var word: UInt32? { if case .word(let word) = self { word } else { nil } }
    var file: Int32? { if case .file(let file) = self { file } else { nil } }
    var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
    var bytes: SecretBytes? { if case .bytes(let bytes) = self { bytes } else { nil } }
    /// The elements of a list, or the parts of a structure.
    var parts: [BusValue]? {
        switch self {
        case .list(_, let parts), .structure(let parts): parts
        default: nil
        }
    }
    var content: BusValue? { if case .variant(let value) = self { value } else { nil } }

    /// The entries of a dictionary whose keys are texts.
    var entries: [(name: String, value: BusValue)]? {
        parts.flatMap { parts in
            let entries = parts.compactMap { part -> (name: String, value: BusValue)? in
                guard case .entry(.text(let name), let value) = part else { return nil }
                return (name, value)
            }
            return entries.count == parts.count ? entries : nil
        }
    }

    /// The entries of a dictionary of texts.
    var texts: [(name: String, value: String)]? {
        entries.flatMap { entries in
            let texts = entries.compactMap { entry in entry.value.text.map { (name: entry.name, value: $0) } }
            return texts.count == entries.count ? texts : nil
        }
    }
}

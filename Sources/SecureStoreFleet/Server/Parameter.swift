/// A value that goes with a statement, in the binary form of its type.
enum Parameter {
    case number(Int64)
    case bytes([UInt8]?)
    case identifier([UInt8])
    case text(String)
    case numbers([Int64])
    case manyBytes([[UInt8]?])

    /// The number that every PostgreSQL has for the type.
    var type: UInt32 {
        switch self {
        case .number: return TypeNumber.int8
        case .bytes: return TypeNumber.bytea
        case .identifier: return TypeNumber.uuid
        case .text: return TypeNumber.text
        case .numbers: return 1016
        case .manyBytes: return 1001
        }
    }

    /// Appends the value; nothing is appended for NULL, and the answer is false.
    func append(to buffer: inout [UInt8]) -> Bool {
        switch self {
        case .number(let number): Self.append(number, to: &buffer)
        case .bytes(nil): return false
        case .bytes(let bytes?), .identifier(let bytes): buffer += bytes
        case .text(let text): buffer += Array(text.utf8)
        case .numbers(let numbers):
            Self.appendArray(of: TypeNumber.int8, count: numbers.count, hasNull: false, to: &buffer)
            for number in numbers {
                Self.append(Int32(8), to: &buffer)
                Self.append(number, to: &buffer)
            }
        case .manyBytes(let values):
            Self.appendArray(
                of: TypeNumber.bytea, count: values.count, hasNull: values.contains { $0 == nil }, to: &buffer
            )
            for value in values {
                Self.append(value.map { Int32($0.count) } ?? -1, to: &buffer)
                buffer += value ?? []
            }
        }
        return true
    }

    /// Appends the head of an array: dimensions, NULLs or none, the elements' type and number, the first
    /// index.
    private static func appendArray(of type: UInt32, count: Int, hasNull: Bool, to buffer: inout [UInt8]) {
        for word in [1, hasNull ? 1 : 0, Int32(type), Int32(count), 1] { append(word, to: &buffer) }
    }

    private static func append(_ value: some FixedWidthInteger, to buffer: inout [UInt8]) {
        for shift in stride(from: value.bitWidth - 8, through: 0, by: -8) {
            buffer.append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }
}

/// The numbers that every PostgreSQL has for these types.
enum TypeNumber {
    static let bytea: UInt32 = 17
    static let int8: UInt32 = 20
    static let text: UInt32 = 25
    static let uuid: UInt32 = 2950
}

/// A statement with its values.
struct Statement {
    let text: String
    let parameters: [Parameter]

    init(_ text: String, _ parameters: [Parameter] = []) { (self.text, self.parameters) = (text, parameters) }

    /// The name of the prepared statement: a hash of its text, so that a name never stands for another text.
    var name: String {
        let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return "securestore_" + String(hash, radix: 16)
    }
}

private import CSecureStoreBus
private import Glibc
import SecureStore

/// A message on the bus, which is erased with the last reference to it.
@safe package final class BusMessage {
    let handle: OpaquePointer
    /// The bytes in it that were read: sd-bus erases what it sends, and not what it was sent.
    private var places: [(start: UnsafeMutableRawPointer, count: Int)] = unsafe []
    /// The place behind the text or the bytes that were read last.
    private var end: UInt?

    /// A message that somebody else keeps alive until this one has its own reference.
    init?(sharing handle: OpaquePointer?) {
        guard let handle = unsafe sd_bus_message_ref(handle) else { return nil }
        unsafe self.handle = unsafe handle
        _ = unsafe sd_bus_message_sensitive(handle)
    }

    /// A message that was just made.
    init(owning handle: OpaquePointer) {
        unsafe self.handle = unsafe handle
        _ = unsafe sd_bus_message_sensitive(handle)
    }

    deinit {
        for unsafe(start, count) in unsafe places { unsafe explicit_bzero(start, count) }
        _ = unsafe sd_bus_message_unref(handle)
    }

    var path: String { unsafe Self.text(sd_bus_message_get_path(handle)) }
    var interface: String { unsafe Self.text(sd_bus_message_get_interface(handle)) }
    var member: String { unsafe Self.text(sd_bus_message_get_member(handle)) }
    var sender: String { unsafe Self.text(sd_bus_message_get_sender(handle)) }
    var signature: String { unsafe Self.text(sd_bus_message_get_signature(handle, 1)) }
    var isCall: Bool { unsafe sd_bus_message_is_method_call(handle, nil, nil) > 0 }
    var wantsReply: Bool { unsafe sd_bus_message_get_expect_reply(handle) > 0 }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String {
        unsafe pointer.map { unsafe String(cString: $0) } ?? ""
    }

    // MARK: - Reading

    /// The bounds of what one message may bring; the bus itself lets 128 MiB through.
    private struct Budget {
        var values = 1 << 16
        var bytes = 1 << 25
        static let deepest = 6

        mutating func spend(values more: Int = 0, bytes count: Int = 0) throws(BusError) {
            (values, bytes) = (values - more, bytes - count)
            guard values >= 0, bytes >= 0 else { throw .tooMany("the message is too large") }
        }
    }

    private static let malformed = BusError.invalidArguments("the message cannot be read")

    func values() throws(BusError) -> [BusValue] { try measured().values }

    /// The number of bytes that the texts in the message have, and what else varies; refused like its values.
    func byteCount() throws(BusError) -> Int { try measured().byteCount + path.utf8.count }

    private func measured() throws(BusError) -> (values: [BusValue], byteCount: Int) {
        guard unsafe sd_bus_message_rewind(handle, 1) >= 0 else { throw Self.malformed }
        unsafe places = unsafe []
        end = nil
        var budget = Budget()
        let values = try rest(&budget, depth: 0)
        return (values, Budget().bytes - budget.bytes)
    }

    private func rest(_ budget: inout Budget, depth: Int) throws(BusError) -> [BusValue] {
        guard depth <= Budget.deepest else { throw .invalidArguments("the values nest too deep") }
        var values: [BusValue] = []
        while true {
            var type = CChar(0)
            var contents: UnsafePointer<CChar>?
            let found = unsafe sd_bus_message_peek_type(handle, &type, &contents)
            guard found >= 0 else { throw Self.malformed }
            if found == 0 { return values }
            try budget.spend(values: 1)
            values.append(
                try value(Character(Unicode.Scalar(UInt8(type))), unsafe Self.text(contents), &budget, depth))
        }
    }

    private func value(
        _ type: Character, _ contents: String, _ budget: inout Budget, _ depth: Int
    ) throws(BusError) -> BusValue {
        switch type {
        case "b": return .bool(try basic(Int32(0), "b") != 0)
        case "t": return .number(try basic(UInt64(0), "t"))
        case "u": return .word(try basic(UInt32(0), "u"))
        case "h": return .file(try basic(Int32(0), "h"))
        case "s", "o":
            var pointer: UnsafePointer<CChar>?
            guard unsafe sd_bus_message_read_basic(handle, Self.letter(type), &pointer) > 0 else {
                throw Self.malformed
            }
            let text = unsafe Self.text(pointer)
            end = UInt(bitPattern: pointer) + UInt(text.utf8.count) + 1
            try budget.spend(bytes: text.utf8.count)
            return type == "s" ? .text(text) : .path(text)
        case "a" where contents == "y": return .bytes(try bytes(&budget))
        case "a": return .list(of: contents, try inside(type, contents, &budget, depth))
        case "r": return .structure(try inside(type, contents, &budget, depth))
        case "e":
            let parts = try inside(type, contents, &budget, depth)
            guard parts.count == 2 else { throw Self.malformed }
            return .entry(parts[0], parts[1])
        case "v":
            guard let value = try inside(type, contents, &budget, depth).first else { throw Self.malformed }
            return .variant(value)
        default:
            guard unsafe sd_bus_message_skip(handle, String(type)) >= 0 else { throw Self.malformed }
            return .other
        }
    }

    private func basic<Number: BitwiseCopyable>(
        _ zero: Number, _ type: Character
    ) throws(BusError) -> Number {
        var number = zero
        guard unsafe sd_bus_message_read_basic(handle, Self.letter(type), &number) > 0 else {
            throw Self.malformed
        }
        return number
    }

    private func inside(
        _ type: Character, _ contents: String, _ budget: inout Budget, _ depth: Int
    ) throws(BusError) -> [BusValue] {
        guard unsafe sd_bus_message_enter_container(handle, Self.letter(type), contents) > 0 else {
            throw Self.malformed
        }
        let values = try rest(&budget, depth: depth + 1)
        guard unsafe sd_bus_message_exit_container(handle) >= 0 else { throw Self.malformed }
        return values
    }

    private func bytes(_ budget: inout Budget) throws(BusError) -> SecretBytes {
        var pointer: UnsafeRawPointer?
        var count = 0
        let code = unsafe sd_bus_message_read_array(handle, Self.letter("y"), &pointer, &count)
        if code == -EOPNOTSUPP { return try foreignBytes(&budget) }
        guard code >= 0 else { throw Self.malformed }
        try budget.spend(bytes: count)
        if let start = unsafe pointer {
            unsafe places.append((UnsafeMutableRawPointer(mutating: start), count))
        }
        do {
            return unsafe try SecretBytes(copying: UnsafeRawBufferPointer(start: pointer, count: count))
        } catch { throw .failed(error) }
    }

    /// The bytes of an array in a message of the other byte order, which sd-bus reads one by one alone.
    ///
    /// Each takes the time of sixteen others, and counts as many.
    private func foreignBytes(_ budget: inout Budget) throws(BusError) -> SecretBytes {
        guard unsafe sd_bus_message_enter_container(handle, Self.letter("a"), "y") > 0 else {
            throw Self.malformed
        }
        var (bytes, byte, code) = ([UInt8](), UInt8(0), Int32(1))
        bytes.reserveCapacity(budget.bytes / 16)
        defer {
            unsafe bytes.withUnsafeMutableBytes { memory in
                if let start = memory.baseAddress { unsafe explicit_bzero(start, memory.count) }
            }
        }
        while code > 0 {
            code = unsafe sd_bus_message_read_basic(handle, Self.letter("y"), &byte)
            if code > 0 {
                try budget.spend(bytes: 16)
                bytes.append(byte)
            }
        }
        guard code == 0, unsafe sd_bus_message_exit_container(handle) >= 0 else { throw Self.malformed }
        // The array is there, behind the four bytes of its length, or behind other values too.
        if let end, let start = unsafe UnsafeMutableRawPointer(bitPattern: (end + 7) & ~3) {
            unsafe places.append((start, bytes.count))
            self.end = UInt(bitPattern: start) + UInt(bytes.count)
        }
        do { return try SecretBytes(copying: bytes) } catch { throw .failed(error) }
    }

    // MARK: - Writing

    func append(_ values: [BusValue]) throws(BusError) { for value in values { try append(value) } }

    private func append(_ value: BusValue) throws(BusError) {
        switch value {
        case .bool(let bool): try put(Int32(bool ? 1 : 0), "b")
        case .number(let number): try put(number, "t")
        case .word(let word): try put(word, "u")
        case .file(let file): try put(file, "h")
        case .text(let text): try put(text, "s")
        case .path(let path): try put(path, "o")
        case .bytes(let bytes):
            try bytes.withSpan { span throws(BusError) in
                let code = unsafe span.withUnsafeBytes {
                    unsafe sd_bus_message_append_array(handle, Self.letter("y"), $0.baseAddress, $0.count)
                }
                try Self.check(code)
            }
        case .list(let element, let parts): try put(parts, in: "a", element)
        case .structure(let parts): try put(parts, in: "r", parts.map(\.signature).joined())
        case .entry(let key, let value): try put([key, value], in: "e", key.signature + value.signature)
        case .variant(let value): try put([value], in: "v", value.signature)
        case .other: throw .notSupported("a value of this type")
        }
    }

    private func put<Number: BitwiseCopyable>(_ number: Number, _ type: Character) throws(BusError) {
        var number = number
        try Self.check(unsafe sd_bus_message_append_basic(handle, Self.letter(type), &number))
    }

    private func put(_ text: String, _ type: Character) throws(BusError) {
        let code = unsafe text.withCString { start in
            let code = unsafe sd_bus_message_append_basic(handle, Self.letter(type), start)
            guard code == -EINVAL, type == "s" else { return code }
            // Text with U+FFFE and its like, which the bus takes: only here does sd-bus not look at it.
            var space: UnsafeMutablePointer<CChar>?
            let count = unsafe strlen(start)
            let made = unsafe sd_bus_message_append_string_space(handle, count, &space)
            unsafe space?.update(from: start, count: count)
            return made
        }
        try Self.check(code)
    }

    private func put(_ parts: [BusValue], in type: Character, _ contents: String) throws(BusError) {
        try Self.check(unsafe sd_bus_message_open_container(handle, Self.letter(type), contents))
        try append(parts)
        try Self.check(unsafe sd_bus_message_close_container(handle))
    }

    private static func check(_ code: Int32) throws(BusError) {
        guard code >= 0 else {
            throw .tooMany("the answer cannot be made: \(unsafe String(cString: strerror(-code)))")
        }
    }

    private static func letter(_ type: Character) -> CChar { CChar(bitPattern: type.asciiValue ?? 0) }
}

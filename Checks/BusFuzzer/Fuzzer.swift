import CSecureStoreBus
import Foundation
import Glibc
import SecureStore

@testable import SecureStoreSecretService

/// The function that libFuzzer calls for each input: the bytes are what another program sends over the bus.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    switch ProcessInfo.processInfo.environment["FUZZ_TARGET"] {
    case "messages": Wire.receive(input)
    case "bodies": Wire.receive(Wire.message(of: input))
    case "policy": policy(String(decoding: input, as: UTF8.self))
    default: preconditionFailure("FUZZ_TARGET has to be messages, bodies or policy")
    }
    return 0
}

/// Ends the process, which libFuzzer reports with the input.
func require(_ holds: Bool, _ promise: @autoclosure () -> String) { precondition(holds, promise()) }

/// Rules are read, or the line of the mistake is one that is there.
private func policy(_ text: String) {
    do throws(Policy.Mistake) {
        let policy = try Policy(parsing: text)
        _ = policy.answer(to: Peer(executable: "/bin/a", cgroup: "/a/b.service"), for: "login")
    } catch {
        require(1...(text.count(where: \.isNewline) + 1) ~= error.line, "a line that is not there")
    }
    _ = (Peer.cgroup(in: text), Peer.application(in: text), Peer(cgroup: text).snap)
}

/// A bus whose other end says what the fuzzer wants.
private enum Wire {
    /// Whatever a client says before its first message.
    private static let greeting = Array("\0AUTH ANONYMOUS\r\nBEGIN\r\n".utf8)

    /// A message with a good head, of a body and a signature that the input brings.
    ///
    /// Behind a `B` it is in the other byte order.
    static func message(of whole: [UInt8]) -> [UInt8] {
        let isForeign = whole.first == UInt8(ascii: "B")
        let input = whole.dropFirst(isForeign ? 1 : 0)
        func bytes(_ number: UInt32) -> [UInt8] {
            let number = isForeign ? number.bigEndian : number.littleEndian
            return unsafe withUnsafeBytes(of: number) { unsafe Array($0) }
        }
        let signature = input.prefix { $0 != 0 }.prefix(60)
        let body = input.dropFirst(signature.count + 1)
        let order = isForeign ? UInt8(ascii: "B") : UInt8(ascii: "l")
        var head: [UInt8] = [order, 1, 0, 1] + bytes(UInt32(body.count)) + bytes(1)
        var fields: [UInt8] = []
        for (code, kind, text) in [(1, "o", "/a"), (3, "s", "M"), (8, "g", nil)] as [(UInt8, String, String?)]
        {
            while !fields.count.isMultiple(of: 8) { fields.append(0) }
            let text = text.map { Array($0.utf8) } ?? Array(signature)
            fields += [code, 1] + Array(kind.utf8) + [0]
            fields += kind == "g" ? [UInt8(text.count)] : bytes(UInt32(text.count))
            fields += text + [0]
        }
        head += bytes(UInt32(fields.count)) + fields
        while !head.count.isMultiple(of: 8) { head.append(0) }
        return head + body
    }

    /// Has sd-bus read what came, and this package each message that sd-bus takes for one.
    static func receive(_ input: [UInt8]) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        require(unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0, "a pair of sockets")
        defer { close(ends[1]) }
        var bus: OpaquePointer?
        require(unsafe sd_bus_new(&bus) >= 0 && sd_bus_set_fd(bus, ends[0], ends[0]) >= 0, "a bus")
        defer { _ = unsafe sd_bus_close_unref(bus) }
        _ = unsafe sd_bus_set_server(bus, 1, sd_id128_t())
        _ = unsafe sd_bus_set_anonymous(bus, 1)
        _ = unsafe sd_bus_set_trusted(bus, 1)
        _ = unsafe sd_bus_add_filter(
            bus, nil,
            { message, _, _ in
                if let message = unsafe BusMessage(sharing: message) { Wire.read(message) }
                return 1
            }, nil)
        require(unsafe sd_bus_start(bus) >= 0, "the bus starts")
        let bytes = greeting + input
        _ = unsafe bytes.withUnsafeBytes { unsafe write(ends[1], $0.baseAddress, $0.count) }
        for _ in 0..<20 where unsafe sd_bus_process(bus, nil) < 0 { return }
    }

    /// Reads a message as the service does, and does with its values what its tables do.
    private static func read(_ message: BusMessage) {
        _ = ServiceObject(message.path) { $0 == "default" ? "login" : nil }
        guard let values = try? message.values() else { return }
        require(values.map(\.signature).joined().count <= 4_096, "a signature as long as this")
        for value in values {
            _ = (value.entries, value.texts, value.content)
            refusable { try Interface.attributes(value) }
            refusable { try Interface.paths(value) }
            refusable {
                try Session.open(Session.plain, value, for: ":1.1").session.secret(in: value.parts ?? [])
            }
        }
        _ = Interface.types(of: message.signature)
    }

    private static func refusable<R>(_ body: () throws -> R) {
        do { _ = try body() } catch {
            require(error is BusError, "an error that nobody is told of: \(error)")
        }
    }
}

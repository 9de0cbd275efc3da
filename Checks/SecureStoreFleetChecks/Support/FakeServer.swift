import Foundation

/// Speaks PostgreSQL's protocol as badly as a test wants, on a port of the loopback.
///
/// It lets everybody in, and answers what a session begins with. Then it sends what the test gave it, once,
/// or over and over until the other side is gone.
final class FakeServer: @unchecked Sendable {
    /// The bytes that are sent after the login, in place of answers.
    struct Script {
        var once: [UInt8] = []
        var forEver: [UInt8] = []
        /// Milliseconds between single bytes of what is sent for ever.
        var trickle: UInt32?
        /// True if it begins before the login has ended.
        var isAtLogin = false
        /// True if it listens to what the other side says to that, until that one leaves.
        var hearsAnswer = false
    }

    let port: UInt16
    private let listener: Int32
    private let script: Script
    private let lock = NSLock()
    private var answer: [UInt8] = []

    /// The bytes that the other side sent to the script, and then left.
    var heard: String { lock.withLock { String(decoding: answer, as: UTF8.self) } }

    init(_ script: Script) throws {
        (listener, port) = try Loopback.listener()
        self.script = script
        Thread.detachNewThread { [self] in accept() }
    }

    func end() { shutdown(listener, Int32(SHUT_RDWR)) }

    private func accept() {
        while true {
            let client = Glibc.accept(listener, nil, nil)
            guard client >= 0 else { break }
            Thread.detachNewThread { [self] in
                talk(client)
                close(client)
            }
        }
        close(listener)
    }

    private func talk(_ client: Int32) {
        guard receive(client) != nil else { return }
        if !script.isAtLogin {
            for answer in [Wire.login, Wire.session, Wire.prepared] {
                guard send(answer, client), receive(client) != nil else { return }
            }
        }
        guard send(script.once, client) else { return }
        while script.hearsAnswer, let heard = receive(client) { lock.withLock { answer += heard } }
        if script.forEver.isEmpty { return }
        if let trickle = script.trickle {
            for index in 0... {
                guard send([script.forEver[index % script.forEver.count]], client) else { return }
                usleep(trickle * 1_000)
            }
        }
        let count = max(1, 65_536 / script.forEver.count)
        let block = Array(repeatElement(script.forEver, count: count).joined())
        while send(block, client) {}
    }

    /// The next message; nil when the other side is gone.
    private func receive(_ client: Int32) -> ArraySlice<UInt8>? {
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        let count = unsafe read(client, &bytes, bytes.count)
        return count > 0 ? bytes.prefix(count) : nil
    }

    private func send(_ bytes: [UInt8], _ client: Int32) -> Bool {
        var left = bytes[...]
        while !left.isEmpty {
            let sent = unsafe left.withUnsafeBytes {
                unsafe Glibc.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard sent > 0 else { return false }
            left = left.dropFirst(sent)
        }
        return true
    }
}

/// Messages of PostgreSQL's protocol, version 3.
enum Wire {
    static func message(_ type: Character, _ body: [UInt8], length: Int32? = nil) -> [UInt8] {
        Array(String(type).utf8) + number(length ?? Int32(body.count + 4)) + body
    }

    static func number(_ value: some FixedWidthInteger) -> [UInt8] {
        stride(from: value.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    static func text(_ text: String) -> [UInt8] { Array(text.utf8) + [0] }

    /// Let in without a password, and ready.
    static let login = message("R", number(Int32(0))) + ready
    static let ready = message("Z", Array("I".utf8))
    /// Asks for the password as it is.
    static let asksForPassword = message("R", number(Int32(3)))
    static let notice = message("N", Array("S".utf8) + text("NOTICE") + Array("M".utf8) + text("again") + [0])
    static let news = message("A", number(Int32(7)) + text("securestore_any") + text(""))
    static let parsed = message("1", []) + message("2", [])

    /// The head of an answer with columns of these types, in binary form.
    static func columns(_ types: [Int32], format: Int16 = 1) -> [UInt8] {
        var body = number(Int16(types.count))
        for type in types {
            // Name, table, column, type, size, modifier and format.
            body += text("c") + [0, 0, 0, 0, 0, 0]
            body += number(type)
            body += [0, 8, 255, 255, 255, 255]
            body += number(format)
        }
        return message("T", body)
    }

    static func row(_ values: [[UInt8]?]) -> [UInt8] {
        var body = number(Int16(values.count))
        for value in values {
            body += number(Int32(value?.count ?? -1))
            body += value ?? []
        }
        return message("D", body)
    }

    static func done(_ command: String) -> [UInt8] { message("C", text(command)) }

    /// The refusal of a statement.
    static func error(_ state: String) -> [UInt8] {
        let fields = [("S", "ERROR"), ("V", "ERROR"), ("C", state), ("M", "no")]
        return message("E", fields.flatMap { Array($0.0.utf8) + text($0.1) } + [0])
    }

    /// The answer to a new session: tables of version 1, and no standby.
    static let session: [UInt8] = [
        parsed, columns([20, 20]), row([1, 0].map { number(Int64($0)) }), done("SELECT 1"), ready,
    ].flatMap { $0 }

    /// The answers to the statements that a session prepares.
    static let prepared = Array(repeatElement(message("1", []), count: 8).joined()) + ready

    /// The answers to the beginning of a transaction over a fleet at this change.
    static func head(_ number: Int64) -> [UInt8] {
        let values = [Self.number(number), Self.number(Int64(1)), [1]]
        return [
            message("2", []), message("n", []), done("BEGIN"), message("2", []), columns([20, 20, 17]),
            row(values),
            done("SELECT 1"), ready,
        ].flatMap { $0 }
    }
}

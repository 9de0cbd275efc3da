private import CSecureStoreBus
private import Glibc
import SecureStore

/// A connection to the session bus, with which one thread works.
@safe package final class BusConnection {
    private let handle: OpaquePointer
    package let inbox: BusInbox
    /// Further descriptors at which something may come.
    var watched: [Int32] = []
    /// True from a call that was refused as one too many until the next round of messages.
    var isFlooded = false
    /// Answers a call, or takes a signal; false for what it has no answer to.
    var onMessage: (BusMessage) -> Bool = { _ in false }

    /// Connects to the bus that the environment names.
    package init() throws(BusFailure) {
        var bus: OpaquePointer?
        let code = unsafe sd_bus_open_user(&bus)
        guard code >= 0, let bus = unsafe bus else { throw BusFailure("there is no session bus", code) }
        unsafe handle = unsafe bus
        inbox = try BusInbox()
        _ = unsafe sd_bus_set_close_on_exit(bus, 0)
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        try check(
            unsafe sd_bus_add_filter(
                bus, nil,
                { message, context, _ in
                    guard let context = unsafe context, let message = unsafe BusMessage(sharing: message)
                    else { return 0 }
                    let bus = unsafe Unmanaged<BusConnection>.fromOpaque(context).takeUnretainedValue()
                    return bus.onMessage(message) ? 1 : 0
                }, context), "listen")
    }

    deinit { _ = unsafe sd_bus_flush_close_unref(handle) }

    /// Has the bus's own library name an object to programs that look for one from the root.
    func showWay(to path: String) throws(BusFailure) {
        try check(
            unsafe sd_bus_add_node_enumerator(
                handle, nil, path,
                { _, _, _, names, _ in
                    unsafe names?.pointee = nil
                    return 0
                }, nil), "show \(path)")
    }

    /// Takes a name; throws if another program has it.
    package func takeName(_ name: String) throws(BusFailure) {
        let code = unsafe sd_bus_request_name(handle, name, 0)
        guard code != -EEXIST else {
            let process = (try? credentials(of: name))?.process ?? 0
            throw BusFailure("\(name) belongs to process \(process) already")
        }
        try check(code, "take the name \(name)")
    }

    /// Gives a name back, and answers the calls that came before that.
    func giveBack(_ name: String) {
        _ = unsafe sd_bus_release_name(handle, name)
        var left = 1_000
        while left > 0, unsafe sd_bus_process(handle, nil) > 0 { left -= 1 }
    }

    /// The name of the bus itself.
    static let busName = "org.freedesktop.DBus"

    /// Asks the bus who is behind a name; throws if it is gone.
    ///
    /// `isAlive` is false if the process has ended, and nil where the bus gives none of its descriptors.
    package func credentials(of name: String) throws -> (user: UInt32, process: Int32, isAlive: Bool?) {
        let answer = try ask("GetConnectionCredentials", [.text(name)])
        let facts = try answer.values().first?.entries ?? []
        func fact(_ name: String) -> BusValue? { facts.first { $0.name == name }?.value.content }
        guard let user = fact("UnixUserID")?.word, let process = fact("ProcessID")?.word else {
            throw BusFailure("the bus does not say who is behind \(name)")
        }
        return withExtendedLifetime(answer) {
            (user, Int32(clamping: process), fact("ProcessFD")?.file.map(ProcessFolder.isAlive))
        }
    }

    /// Asks the bus itself, which has five seconds for an answer.
    private func ask(_ member: String, _ values: [BusValue] = []) throws -> BusMessage {
        try call(Self.busName, "/org/freedesktop/DBus", Self.busName, member, values, seconds: 5)
    }

    func listen(for rule: String) throws(BusFailure) {
        try check(unsafe sd_bus_add_match(handle, nil, rule, nil, nil), "listen")
    }

    private static let mostFiles = securestore_raise_file_limit()

    /// False when messages that wait hold half of the files that this program may have open.
    ///
    /// Any message can bring sixteen. One whose files find no room ends the connection, and the other half is
    /// for those that come while this program waits for an answer.
    var hasRoomForFiles: Bool {
        // The lowest number that is free.
        let next = fcntl(inbox.file, F_DUPFD_CLOEXEC, 0)
        close(next)
        return 0..<Self.mostFiles / 2 ~= next
    }

    // MARK: - Calling

    /// Calls another program, and waits for its answer, which owns the files that it brings.
    func call(
        _ name: String, _ path: String, _ interface: String, _ member: String, _ values: [BusValue] = [],
        seconds: UInt64 = 30
    ) throws -> BusMessage {
        var (call, answer): (OpaquePointer?, OpaquePointer?)
        let code = unsafe sd_bus_message_new_method_call(handle, &call, name, path, interface, member)
        guard code >= 0, let call = unsafe call else { throw BusFailure("no call can be made", code) }
        let message = unsafe BusMessage(owning: call)
        try message.append(values)
        var failure = unsafe sd_bus_error()
        defer { unsafe sd_bus_error_free(&failure) }
        let outcome = unsafe sd_bus_call(handle, call, seconds * 1_000_000, &failure, &answer)
        guard outcome >= 0, let answer = unsafe answer else {
            throw BusFailure("\(member) failed at \(name)", outcome)
        }
        return unsafe BusMessage(owning: answer)
    }

    /// Has the bus read its files again.
    package func reload() throws { _ = try ask("ReloadConfig") }

    // MARK: - Sending

    func reply(to call: BusMessage, _ values: [BusValue]) {
        guard call.wantsReply else { return }
        var handle: OpaquePointer?
        guard unsafe sd_bus_message_new_method_return(call.handle, &handle) >= 0, let handle = unsafe handle
        else { return }
        let answer = unsafe BusMessage(owning: handle)
        do throws(BusError) {
            try answer.append(values)
            guard unsafe sd_bus_send(self.handle, answer.handle, nil) >= 0 else {
                throw .tooMany("the answer is too large for the bus")
            }
        } catch { reply(to: call, error) }
    }

    func reply(to call: BusMessage, _ error: BusError) {
        guard call.wantsReply else { return }
        unsafe error.name.withCString { name in
            unsafe error.words.withCString { words in
                var failure = unsafe sd_bus_error(name: name, message: words, _need_free: 0)
                _ = unsafe sd_bus_reply_method_error(call.handle, &failure)
            }
        }
    }

    /// Tells everybody who listens, or one program alone.
    func signal(
        _ path: String, _ interface: String, _ member: String, _ values: [BusValue], to client: String? = nil
    ) {
        var handle: OpaquePointer?
        guard unsafe sd_bus_message_new_signal(self.handle, &handle, path, interface, member) >= 0,
            let handle = unsafe handle
        else { return }
        let signal = unsafe BusMessage(owning: handle)
        // Nobody waits for a signal: one that cannot be sent is as one that nobody hears.
        do throws(BusError) { try signal.append(values) } catch { return }
        if let client, unsafe sd_bus_message_set_destination(signal.handle, client) < 0 { return }
        _ = unsafe sd_bus_send(self.handle, signal.handle, nil)
    }

    // MARK: - Working

    /// Works until the bus is gone; an error if it goes on, and has ended this connection alone.
    ///
    /// `turn` takes what other threads have to say, and answers how long to wait for a message; nil to end.
    func run(_ turn: ([BusNews]) -> Duration?) throws {
        while true {
            let pause = ContinuousClock.now + Self.longestReading
            var found: Int32
            isFlooded = false
            repeat {
                found = unsafe sd_bus_process(handle, nil)
                // Only a few large messages fit between the bus and this program: more follow at once.
                if found == 0, isFlooded { found = unsafe sd_bus_wait(handle, 5_000) }
            } while found > 0 && ContinuousClock.now < pause
            if found == -ECONNRESET || found == -ENOTCONN {
                guard (try? BusConnection()) == nil else {
                    throw StoreError(.notAvailable, "the bus has ended the connection of this program")
                }
                return
            }
            try check(found, "work")
            guard let pause = turn(inbox.take()) else { return }
            try wait(pause)
        }
    }

    /// The time for which messages are taken before calls are served and others heard.
    ///
    /// The bus has one line for all programs: whoever floods it keeps the others waiting for as long as
    /// messages come faster than they are taken.
    private static let longestReading = Duration.milliseconds(20)

    private func wait(_ pause: Duration) throws(BusFailure) {
        let (file, events) = (unsafe sd_bus_get_fd(handle), unsafe sd_bus_get_events(handle))
        guard file >= 0, events >= 0 else { throw BusFailure("the bus is gone", file) }
        var files = [
            pollfd(fd: file, events: Int16(events), revents: 0),
            pollfd(fd: inbox.file, events: Int16(POLLIN), revents: 0),
        ]
        files += watched.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var end = UInt64.max
        _ = unsafe sd_bus_get_timeout(handle, &end)
        let parts = pause.components
        // A pause that is over is none: for poll, less than nothing has no end.
        var milliseconds = max(
            0, Int32(clamping: parts.seconds * 1_000 + parts.attoseconds / 1_000_000_000_000_000))
        if end != .max { milliseconds = min(milliseconds, end == 0 ? 0 : 1_000) }
        guard unsafe poll(&files, nfds_t(files.count), milliseconds) >= 0 || errno == EINTR else {
            throw BusFailure("poll failed", -errno)
        }
    }

    private func check(_ code: Int32, _ what: String) throws(BusFailure) {
        guard code >= 0 else { throw BusFailure("the bus does not let this program \(what)", code) }
    }
}

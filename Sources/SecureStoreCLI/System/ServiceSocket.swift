private import CSecureStoreLinux
private import Dispatch
private import FoundationEssentials
private import Glibc
import SecureStore

/// The way from `securestore unlock` and `lock` to the Secret Service that runs, a socket of the user's.
///
/// One line says what is done to which store: `unlock` or `lock`, and its identifier. Before the passphrase
/// is there, `tell` lines say who waits for it. Then `unlocked` goes there, `ask` lines come, each of which
/// is answered with `yes` or `no`, and `done` is the last.
package final class ServiceSocket: Sendable {
    /// The path of the socket; nil where the user has no directory for such things.
    package static var path: String? {
        Terminal.value("XDG_RUNTIME_DIR").flatMap {
            $0.hasPrefix("/") ? $0 + "/securestore-secret-service" : nil
        }
    }

    private let descriptor: Int32
    private let ended = DispatchSemaphore(value: 0)
    /// True once the service has asked something.
    private let hasAsked = SystemMutex(false)

    /// The seconds in which a service that runs answers.
    private static let patience = 2

    /// Says what is done to a store; nil where nobody listens, an error where one may who takes nobody.
    init?(_ deed: String, _ store: ItemStore) throws {
        guard let path = Self.path else { return nil }
        descriptor = unsafe securestore_connect(path)
        guard descriptor >= 0 else {
            // So ends a service, whose socket stays; a file of another kind refuses in the same way.
            let isLeft = errno == ECONNREFUSED && FileFacts(path)?.kind == .other
            let isNone = [ENOENT, ENOTDIR, ENAMETOOLONG].contains(errno)
            guard isLeft || isNone else { throw Self.silence }
            return nil
        }
        Self.say("\(deed) \(try store.identifier())", to: descriptor)
    }

    /// Has the service that runs lock a store, and waits until it has; throws if it does not say so in time.
    ///
    /// Another service may answer on this process's bus than the one at the socket. Or the socket is gone, or
    /// in a directory that this process does not know. So the process that answers on the bus counts, and any
    /// that runs where neither is known, as in a job of cron.
    static func lock(_ store: ItemStore, mayBeElsewhere: Bool) throws {
        var locked: String?
        if let service = try ServiceSocket("lock", store) {
            guard service.line(before: .now + .seconds(patience)) == "done" else { throw silence }
            locked = "\(securestore_peer_process(service.descriptor))\n"
        }
        guard mayBeElsewhere else { return }
        if path == nil, !SessionBus.isThere, isRunning { throw silence }
        guard let answering = (try? processOnBus()) ?? locked, answering.isEmpty || answering == locked else {
            throw silence
        }
    }

    /// The number of our service's process, if the bus knows one, as a line; its program can ask the bus, and
    /// nobody else needs to.
    private static func processOnBus() throws -> String {
        let helper = HelperProgram.secretService
        guard SessionBus.isThere, let path = try? helper.find() else { return "" }
        let output = try ProgramOutput.read(
            [helper.name, "answers"], path: path, limit: 64, patience: .seconds(10))
        return try output?.text() ?? ""
    }

    /// True if a service runs that has the home of this process, as far as this process knows its own.
    private static var isRunning: Bool {
        let (files, name) = (FileManager.default, "/" + HelperProgram.secretService.name)
        let home = Terminal.value("HOME").map { Array("HOME=\($0)".utf8) }
        return ((try? files.contentsOfDirectory(atPath: "/proc")) ?? []).contains { number in
            // A program that was replaced while it runs goes on.
            guard let link = try? files.destinationOfSymbolicLink(atPath: "/proc/\(number)/exe"),
                link.hasSuffix(name) || link.hasSuffix(name + " (deleted)")
            else { return false }
            guard let home else { return true }
            let variables = try? SecretInput.file("/proc/\(number)/environ", limit: 4 << 20)
            return variables?.withBytes { all in
                all.split(separator: 0).contains { $0.elementsEqual(home) }
            } ?? false
        }
    }

    deinit { close(descriptor) }

    /// Says a line to who is at the other end; false if there is no room for all of it, which is lost.
    @discardableResult
    package static func say(_ line: String, to socket: Int32) -> Bool {
        let bytes = Array((line + "\n").utf8)
        return unsafe bytes.withUnsafeBytes {
            unsafe send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        } == bytes.count
    }

    /// Listens on a thread: shows who waits, and asks what there is to ask.
    func listen() {
        let hasThread = OwnThread.start {
            while let line = self.line(before: nil) {
                if line.hasPrefix("tell ") { Terminal.tell("\n" + Self.shown(line)) }
                if line.hasPrefix("ask ") {
                    self.hasAsked.withLock { $0 = true }
                    let agrees = try? Prompt.confirms(Self.shown(line))
                    Self.say(agrees == true ? "yes" : "no", to: self.descriptor)
                }
                if line == "done" { break }
            }
            self.ended.signal()
        }
        if !hasThread { ended.signal() }
    }

    /// Says that the store is unlocked, and waits until the last question was answered, if there is one.
    func finish() {
        Self.say("unlocked", to: descriptor)
        let isSilent = ended.wait(timeout: .now() + .seconds(Self.patience)) == .timedOut
        if isSilent, hasAsked.withLock({ $0 }) {
            _ = ended.wait(timeout: .now() + .seconds(Prompt.usualPatience))
        }
    }

    private static let silence = CommandError.failure(
        "the Secret Service that runs does not say that it has locked the store",
        hint: "securestore secret-service status shows it; end its process to be sure")

    private static func shown(_ line: String) -> String {
        Terminal.harmless(String(line.drop { $0 != " " }.dropFirst()))
    }

    /// The next line; nil at the end, when it is too long for one, or when it has not come in time.
    private func line(before deadline: ContinuousClock.Instant?) -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while bytes.count < 4_096 {
            if let deadline, Wait.until(deadline, for: [descriptor]) == nil { return nil }
            let got = unsafe recv(descriptor, &byte, 1, 0)
            if got < 0, errno == EINTR { continue }
            guard got == 1 else { return nil }
            if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        return nil
    }
}

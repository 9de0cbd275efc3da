private import CSecureStoreBus
private import Glibc

/// The socket at which `securestore unlock` and `lock` reach this service.
///
/// Nothing here waits: who does not read what it is told is sent away, and who says nothing makes room for
/// others.
@safe final class UnlockSocket {
    private let listener: Int32
    /// The beginning of each one's next line, and whether it is the first.
    private var guests: [Int32: (said: [UInt8], isSilent: Bool)] = [:]

    private static let (mostGuests, longestLine) = (8, 256)

    /// Listens at a path; throws where it cannot, or another service does.
    init(_ path: String) throws(BusFailure) {
        listener = unsafe securestore_listen(path)
        guard listener >= 0 else { throw BusFailure("cannot listen at \(path)", -errno) }
    }

    deinit { for file in [listener] + guests.keys { close(file) } }

    /// The descriptors at which something may come.
    var files: [Int32] { (guests.count < Self.mostGuests || silent != nil ? [listener] : []) + guests.keys }

    private var silent: Int32? { guests.first { $0.value.isSilent }?.key }

    /// Hands over each line that has come and by whom; nil for the end of somebody.
    func take(_ body: (_ guest: Int32, _ line: String?) -> Void) {
        for _ in 0..<Self.mostGuests {
            if guests.count == Self.mostGuests, silent == nil { break }
            let guest = securestore_accept(listener)
            guard guest >= 0 else { break }
            if guests.count == Self.mostGuests, let silent { leave(silent, body) }
            guests[guest] = ([], true)
        }
        for guest in guests.keys {
            var bytes = [UInt8](repeating: 0, count: Self.longestLine)
            let got = unsafe recv(guest, &bytes, bytes.count, 0)
            if got < 0, errno == EAGAIN || errno == EINTR { continue }
            guard got > 0, var waiting = guests[guest].map({ $0.said + bytes.prefix(got) }) else {
                leave(guest, body)
                continue
            }
            while let end = waiting.firstIndex(of: UInt8(ascii: "\n")) {
                guests[guest]?.isSilent = false
                body(guest, String(decoding: waiting[..<end], as: UTF8.self))
                waiting.removeFirst(end + 1)
            }
            guests[guest]?.said = waiting
            if waiting.count >= Self.longestLine { leave(guest, body) }
        }
    }

    private func leave(_ guest: Int32, _ body: (Int32, String?) -> Void) {
        guard guests.removeValue(forKey: guest) != nil else { return }
        body(guest, nil)
        close(guest)
    }

    /// Says a line to somebody; what it has no room for is lost.
    func say(_ line: String, to guest: Int32) {
        let bytes = Array((line + "\n").utf8)
        _ = unsafe bytes.withUnsafeBytes {
            unsafe send(guest, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
    }
}

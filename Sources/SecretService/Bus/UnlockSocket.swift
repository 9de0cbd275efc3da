private import CSecureStoreBus
private import Glibc

/// The socket at which `securestore unlock` and `lock` reach this service.
///
/// Nothing here waits. Where there are too many, the one who came first makes room.
@safe final class UnlockSocket {
    private let listener: Int32
    /// Those who have come, the first one first, with the beginning of each one's next line.
    private var guests: [(file: Int32, said: [UInt8])] = []

    private static let (mostGuests, longestLine) = (8, 256)

    /// Listens at a path; throws where it cannot, or another service does.
    init(_ path: String) throws(BusFailure) {
        listener = unsafe securestore_listen(path)
        guard listener >= 0 else { throw BusFailure("cannot listen at \(path)", -errno) }
    }

    deinit { for file in files { close(file) } }

    /// The descriptors at which something may come.
    var files: [Int32] { [listener] + guests.map(\.file) }

    /// Hands over each line that has come and by whom; nil for the end of somebody.
    func take(_ body: (_ guest: Int32, _ line: String?) -> Void) {
        for _ in 0..<Self.mostGuests {
            let guest = securestore_accept(listener)
            guard guest >= 0 else { break }
            if guests.count == Self.mostGuests { leave(guests[0].file, body) }
            guests.append((guest, []))
        }
        for (guest, said) in guests {
            var bytes = [UInt8](repeating: 0, count: Self.longestLine)
            let got = unsafe recv(guest, &bytes, bytes.count, 0)
            if got < 0, errno == EAGAIN || errno == EINTR { continue }
            guard got > 0 else {
                leave(guest, body)
                continue
            }
            var waiting = said + bytes.prefix(got)
            while let end = waiting.firstIndex(of: UInt8(ascii: "\n")) {
                body(guest, String(decoding: waiting[..<end], as: UTF8.self))
                waiting.removeFirst(end + 1)
            }
            if let place = guests.firstIndex(where: { $0.file == guest }) { guests[place].said = waiting }
            if waiting.count >= Self.longestLine { leave(guest, body) }
        }
    }

    private func leave(_ guest: Int32, _ body: (Int32, String?) -> Void) {
        guests.removeAll { $0.file == guest }
        body(guest, nil)
        close(guest)
    }
}

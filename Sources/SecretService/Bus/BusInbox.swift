private import CSecureStoreBus
private import Glibc
import SecureStore

/// News from other threads for the one that works with the bus.
package enum BusNews: Sendable {
    /// Somebody has changed a store.
    case changed
    /// Nobody watches the store any more: it was locked or moved.
    case unwatched
    /// A person was asked for a prompt: true for an answer that unlocks or agrees.
    case answered(prompt: Int, Bool)
}

/// News that other threads left for the one of the bus.
package final class BusInbox: Sendable {
    let file: Int32
    private let waiting = SystemMutex<[BusNews]>([])

    init() throws(BusFailure) {
        file = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
        guard file >= 0 else { throw BusFailure("eventfd failed", -errno) }
    }

    deinit { close(file) }

    package func put(_ news: BusNews) {
        waiting.withLock { $0.append(news) }
        _ = eventfd_write(file, 1)
    }

    func take() -> [BusNews] {
        var count: eventfd_t = 0
        _ = unsafe eventfd_read(file, &count)
        return waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }
}

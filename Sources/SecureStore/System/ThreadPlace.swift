private import SecureStorePlatform
private import Synchronization

/// A place for each thread, one of a few, with its own copy of what all threads would otherwise write to.
///
/// A lock or a count of references that two processors write to in turn costs each of them more than the rest
/// of a short call. The place is a hint and excludes nobody: what lies there has a lock like anything that
/// threads share.
enum ThreadPlace {
    static let count = 8

    /// The calling thread's place, from 0 to `count - 1`; a new thread gets the next one in turn.
    static var current: Int {
        guard let key else { return 0 }
        let known = unsafe Int(bitPattern: pthread_getspecific(key))
        if known > 0 { return known - 1 }
        let place = Int(bitPattern: threads.wrappingAdd(1, ordering: .relaxed).oldValue % UInt(count))
        settle(in: place)
        return place
    }

    /// Gives the calling thread another place, because a thread at work was found in its own.
    static func settle(in place: Int) {
        guard let key else { return }
        // If this fails, the thread asks for a place again.
        _ = unsafe pthread_setspecific(key, UnsafeRawPointer(bitPattern: place + 1))
    }

    private static let threads = Atomic<UInt>(0)

    // One more than the system's key for a thread's place; 0 before the first use, -1 where there is none. An
    // atomic with a constant value, because Swift may guard other globals with a lock, which a fork could
    // leave locked.
    private static let keyNumber = Atomic<Int>(0)

    private static var key: pthread_key_t? {
        let known = keyNumber.load(ordering: .relaxed)
        let number = known == 0 ? makeKey() : known
        return number > 0 ? pthread_key_t(number - 1) : nil
    }

    private static func makeKey() -> Int {
        var key = pthread_key_t()
        let fresh = unsafe pthread_key_create(&key, nil) == 0 ? Int(key) + 1 : -1
        let (won, winner) = keyNumber.compareExchange(expected: 0, desired: fresh, ordering: .relaxed)
        if !won, fresh > 0 { pthread_key_delete(key) }
        return won ? fresh : winner
    }
}

private import Glibc

/// A wait for other programs, which signals do not end.
enum Wait {
    /// Waits until one of these descriptors can be read or is at its end, or the last one takes something,
    /// and tells for each if it is so.
    ///
    /// Nil if the time is over before, or if the system refuses.
    static func until(
        _ deadline: ContinuousClock.Instant, for descriptors: [Int32], toWriteTo last: Int32? = nil
    ) -> [Bool]? {
        var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        if let last { polled.append(pollfd(fd: last, events: Int16(POLLOUT), revents: 0)) }
        while true {
            let left = deadline - .now
            guard left > .zero else { return nil }
            // Rounded up, so that it does not spin through the last millisecond.
            let milliseconds = Int32(clamping: Int64(left / .milliseconds(1)) + 1)
            let ready = unsafe poll(&polled, nfds_t(polled.count), milliseconds)
            if ready > 0 { return polled.map { $0.revents != 0 } }
            guard ready == 0 || errno == EINTR else { return nil }
        }
    }
}

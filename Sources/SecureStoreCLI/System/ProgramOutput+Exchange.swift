private import Glibc
import SecureStore

extension ProgramOutput {
    /// Both ends of a pipe, which no program keeps that is started.
    final class Pipe {
        let readEnd: Int32
        private(set) var writeEnd: Int32

        init() throws(CommandError) {
            var ends: [Int32] = [-1, -1]
            guard unsafe pipe(&ends) == 0 else { throw failure("no pipe", errno) }
            (readEnd, writeEnd) = (ends[0], ends[1])
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        }

        deinit {
            close(readEnd)
            closeWriteEnd()
        }

        /// Whoever reads from it comes to the end.
        func closeWriteEnd() {
            if writeEnd >= 0 { close(writeEnd) }
            writeEnd = -1
        }
    }

    /// Writes what a program reads while it reads what the program prints, as either may wait for the other.
    struct Exchange {
        private let input: SecretBytes?
        /// Also its read end is open here: a program that ends early does not end this one with a signal.
        private let given: Pipe?
        private let printed: Pipe
        private var sent = 0

        init(input: SecretBytes?, given: Pipe?, printed: Pipe) throws(CommandError) {
            (self.input, self.given, self.printed) = (input, given, printed)
            guard let given else { return }
            guard fcntl(given.writeEnd, F_SETFL, O_NONBLOCK) == 0 else { throw failure("no pipe", errno) }
        }

        /// All that the program prints.
        mutating func output(
            limit: Int, until deadline: ContinuousClock.Instant, _ name: String
        ) throws -> SecretBytes {
            var length = 0
            // One byte more than is allowed, so that too much shows.
            let output = try SecretBytes(count: limit + 1) { target in
                while length < target.byteCount {
                    let left = deadline - ContinuousClock.now
                    guard left > .zero else { throw tooSlow(name) }
                    var polled = [
                        pollfd(fd: printed.readEnd, events: Int16(POLLIN), revents: 0),
                        // One below zero is passed over.
                        pollfd(fd: given?.writeEnd ?? -1, events: Int16(POLLOUT), revents: 0),
                    ]
                    let patience = Int32(clamping: Int64(left / .milliseconds(1)) + 1)
                    guard unsafe poll(&polled, 2, patience) > 0 else { continue }
                    if polled[1].revents != 0 { try send(to: name) }
                    guard polled[0].revents != 0 else { continue }
                    let got = SecretInput.read(printed.readEnd, into: &target, at: length)
                    if got < 0, errno == EINTR { continue }
                    guard got >= 0 else { throw failure("the output of \(name) cannot be read", errno) }
                    if got == 0 { break }
                    length += got
                }
            }
            guard length <= limit else {
                throw CommandError.failure("\(name) printed more than \(limit) bytes")
            }
            return try output.part(0..<length)
        }

        /// Writes as much as the pipe takes, and ends the input behind the last byte.
        private mutating func send(to name: String) throws(CommandError) {
            guard let input, let given else { return }
            let count = input.withRawBytes { bytes in
                unsafe bytes.extracting(sent...).withUnsafeBytes { rest in
                    unsafe write(given.writeEnd, rest.baseAddress, rest.count)
                }
            }
            guard count >= 0 || errno == EAGAIN || errno == EINTR else {
                throw failure("\(name) cannot be given its input", errno)
            }
            sent += max(0, count)
            if sent == input.count { given.closeWriteEnd() }
        }
    }
}

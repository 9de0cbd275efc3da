private import SecureStorePlatform

/// An open file, pipe or terminal, on which no wait is without end.
///
/// The code that opened the descriptor also closes it.
struct Descriptor {
    let number: Int32
    /// The file's name in error messages.
    let name: String
    /// True if the file can be read at any offset; if not, as with a pipe, reading waits for the next bytes.
    let isRegularFile: Bool

    /// The longest time that a pipe may go without giving or taking a byte.
    private let patience: Duration
    /// The moment from which all reading of a pipe is timed: ten times the patience, and once more for each
    /// 64 KiB, so that a writer that sends a byte now and then holds nobody for ever.
    private let start = ContinuousClock.now
    /// The number of bytes that a pipe takes at once when it reports that it is writable.
    private static let pipeByteCount = 4_096

    init(
        _ number: Int32, named name: String, patience: Duration = .seconds(60)
    ) throws(StoreError) {
        guard let status = FileStatus(of: number) else {
            throw SystemError.error("\(name) cannot be examined", errno, missing: .io)
        }
        guard !status.isDirectory else {
            throw StoreError(.invalidDBLocation, "\(name) is a directory; give the path of a file")
        }
        (self.number, self.name, isRegularFile) = (number, name, status.isRegular)
        self.patience = patience
    }

    var size: Int? { isRegularFile ? FileStatus(of: number)?.size : nil }

    /// The position of the descriptor's next read or write; 0 for a pipe.
    var offset: Int { max(0, lseek(number, 0, SEEK_CUR)) }

    func write(_ bytes: RawSpan) throws(StoreError) {
        var done = 0
        while done < bytes.byteCount {
            if !isRegularFile { try wait(for: POLLOUT, until: ContinuousClock.now + patience) }
            let count =
                isRegularFile ? bytes.byteCount - done : min(Self.pipeByteCount, bytes.byteCount - done)
            let written = unsafe bytes.extracting(done..<(done + count)).withUnsafeBytes {
                unsafe isRegularFile
                    ? SecureStorePlatform.write(number, $0.baseAddress, $0.count)
                    : platform_write_to_pipe(number, $0.baseAddress, $0.count)
            }
            if written < 0, errno == EINTR || errno == EAGAIN { continue }
            guard written > 0 else {
                throw SystemError.error(
                    "\(name) cannot be written", written == 0 ? ENOSPC : errno, missing: .io)
            }
            done += written
        }
    }

    /// Fills `buffer`, unless the input ends; `offset` is the position in a regular file, or the count of the
    /// bytes that came before.
    func read(into buffer: inout [UInt8], at offset: Int) throws(StoreError) -> Int {
        var done = 0
        while done < buffer.count {
            if !isRegularFile {
                let last = start + patience * (10 + (offset + done) / 65_536)
                try wait(for: POLLIN, until: min(last, ContinuousClock.now + patience))
            }
            let got = unsafe buffer.withUnsafeMutableBytes { bytes in
                let target = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[done...])
                return unsafe isRegularFile
                    ? pread(number, target.baseAddress, target.count, off_t(offset + done))
                    : SecureStorePlatform.read(number, target.baseAddress, target.count)
            }
            if got == 0 { break }
            if got < 0, errno == EINTR || errno == EAGAIN { continue }
            guard got > 0 else { throw SystemError.error("\(name) cannot be read", errno, missing: .io) }
            done += got
        }
        return done
    }

    private func wait(
        for events: Int32, until deadline: ContinuousClock.Instant
    ) throws(StoreError) {
        guard try PrivateFile.wait(for: number, name, events, until: deadline) else {
            let what = events == POLLIN ? "not enough came from" : "nothing could be written to"
            throw PrivateFile.late("\(what) \(name)")
        }
    }
}

private import Glibc

extension SecretInput {
    /// A descriptor from which standard input can be read more than once: itself if it is a file, else a copy, which has
    /// no name and goes with the process.
    ///
    /// For what is encrypted, as the copy lies on a disk.
    static func rereadable() throws(CommandError) -> Int32 {
        var facts = stat()
        if unsafe fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG { return descriptor }
        let named = Terminal.value("TMPDIR") ?? ""
        let folder = named.isEmpty ? "/tmp" : named
        var name = Array((folder + "/securestore-import-XXXXXX").utf8CString)
        let copy = unsafe mkstemp(&name)
        guard copy >= 0 else {
            throw .failure("\(folder) takes no temporary file: \(SystemMessage.last)")
        }
        _ = fcntl(copy, F_SETFD, FD_CLOEXEC)
        unsafe unlink(name)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe waitForMore(descriptor) ? Glibc.read(descriptor, &buffer, buffer.count) : -1
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw .failure("standard input cannot be read: \(SystemMessage.last)")
            }
            if count == 0 { break }
            guard Output.write(unsafe buffer.span.bytes.extracting(0..<count), to: copy) else {
                throw .failure("\(folder) has no room for a copy of the input: \(SystemMessage.last)")
            }
        }
        guard lseek(copy, 0, SEEK_SET) == 0 else {
            throw .failure("the copy of the input cannot be read: \(SystemMessage.last)")
        }
        return copy
    }
}

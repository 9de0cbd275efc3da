private import CSecureStoreBus
private import Glibc

/// The kernel's folder about one process.
///
/// Opened once, it never shows another process: when this one ends, reading fails, also if its number has a
/// new owner.
@safe final class ProcessFolder {
    private let folder: Int32

    init?(_ process: Int32) {
        folder = unsafe open("/proc/\(process)", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard process > 0, folder >= 0 else { return nil }
    }

    deinit { if folder >= 0 { close(folder) } }

    /// The target of a link; nil if the kernel does not show it.
    func link(_ name: String) -> String? {
        unsafe withUnsafeTemporaryAllocation(byteCount: Int(PATH_MAX), alignment: 1) { buffer in
            guard let start = unsafe buffer.bindMemory(to: CChar.self).baseAddress else { return nil }
            let count = unsafe readlinkat(folder, name, start, buffer.count)
            guard 0..<buffer.count ~= count else { return nil }
            return unsafe String(decoding: buffer.prefix(count), as: UTF8.self)
        }
    }

    /// The file that Flatpak puts at the root of its sandboxes; nil unless it lies in memory, as there.
    ///
    /// Who made the sandbox chooses its file systems, also one that never answers, and no deadline ends a
    /// wait for that. Only the kernel is asked here, until root and file are both known to be in memory.
    func flatpakInfo() -> String? {
        let root = unsafe openat(folder, "root", securestore_path_only | O_DIRECTORY | O_CLOEXEC)
        guard root >= 0 else { return nil }
        defer { close(root) }
        guard isInMemory(root) else { return nil }
        let file = unsafe openat(root, ".flatpak-info", securestore_path_only | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        guard isInMemory(file), let descriptors = ProcessFolder(getpid()) else { return nil }
        return descriptors.text("fd/\(file)", following: true)
    }

    /// True if the file system of a descriptor is kept in memory, by the process's table of mounts.
    private func isInMemory(_ file: Int32) -> Bool {
        let facts = ProcessFolder(getpid())?.text("fdinfo/\(file)") ?? ""
        guard let line = facts.systemLines.first(where: { $0.hasPrefix("mnt_id:") }),
            let mount = line.split(whereSeparator: \.isWhitespace).last
        else { return false }
        let mounts = (text("mountinfo", limit: 1 << 20) ?? "").systemLines
        return mounts.first { $0.hasPrefix(mount + " ") }?.contains(" - tmpfs ") ?? false
    }

    /// A small file; nil without one, or if it is longer than any that the kernel writes.
    func text(_ name: String, limit: Int = 1 << 16, following isLink: Bool = false) -> String? {
        let flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC | (isLink ? 0 : O_NOFOLLOW)
        let file = unsafe openat(folder, name, flags)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var facts = stat()
        guard unsafe fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
        return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: limit) { buffer in
            var count = 0
            while count < buffer.count {
                let rest = unsafe UnsafeMutableBufferPointer(rebasing: buffer[count...])
                let got = unsafe read(file, rest.baseAddress, rest.count)
                if got < 0, errno == EINTR { continue }
                guard got >= 0 else { return nil }
                guard got > 0 else { return unsafe String(decoding: buffer.prefix(count), as: UTF8.self) }
                count += got
            }
            return nil
        }
    }

    /// True while the process of such a descriptor has not ended.
    static func isAlive(_ descriptor: Int32) -> Bool {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&polled, 1, 0) == 0
    }
}

extension String {
    /// The lines of a file of the system, where a carriage return is a character like others.
    var systemLines: [Substring] { unicodeScalars.split(separator: "\n").map(Substring.init) }
}

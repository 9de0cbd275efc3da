private import SecureStorePlatform

/// A file system that several machines can use at once.
///
/// SQLite's locks and the index of its journal hold on one machine alone: two that write to a store destroy
/// it.
package enum NetworkFileSystem {
    /// The name of such a file system by the number that the kernel gives it.
    private static func name(ofKind number: UInt32) -> StaticString? {
        switch number {
        case 0x0000_6969: "nfs"
        case 0x0000_517b: "smb"
        case 0xff53_4d42: "cifs"
        case 0xfe53_4d42: "smb2"
        case 0x0000_564c: "ncp"
        case 0x5346_414f, 0x6b41_4653: "afs"
        case 0x7375_7245: "coda"
        case 0x00c3_6400: "ceph"
        case 0x0bd0_0bd0: "lustre"
        case 0x4750_4653: "gpfs"
        case 0x1983_0326: "beegfs"
        default: nil
        }
    }

    /// The number of all file systems that a program serves, and the programs whose files are elsewhere.
    private static let served: UInt32 = 0x6573_5546
    private static let programs: Set<String> = [
        "sshfs", "rclone", "glusterfs", "ceph-fuse", "juicefs", "gvfsd-fuse", "s3fs", "gcsfuse", "curlftpfs",
    ]

    /// Refuses a directory on such a file system, for a store that is to be written.
    package static func refuse(_ directory: String) throws(StoreError) {
        guard let name = name(of: directory) else { return }
        throw StoreError(
            .wrPerm,
            "\(directory) is on a network file system (\(name)), where changes of two machines would destroy a store; "
                + "keep it on a disk of this machine")
    }

    /// The name of the network file system that a directory is on; nil if it is on none that is known.
    private static func name(of directory: String) -> String? {
        let number = unsafe platform_file_system(directory)
        guard number == served else { return name(ofKind: number).map { "\($0)" } }
        guard let status = FileStatus(at: directory) else { return nil }
        let program = try? PrivateFile.withContents(
            of: "/proc/self/mountinfo", limit: 1 << 26, missing: .io, ofService: true
        ) { bytes throws(StoreError) in
            Self.program(bytes, serving: status.device)
        }
        return program.flatMap { $0 }
    }

    /// The program in a list of mounts that serves the file system of a device, if it is one of those above.
    ///
    /// A line of the list has the device as its third word, and behind a hyphen the type, as in `fuse.sshfs`.
    private static func program(_ list: RawSpan, serving device: String) -> String? {
        let text = String(decoding: list.array(at: 0, count: list.byteCount) ?? [], as: UTF8.self)
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count > 2, words[2] == device,
                let hyphen = words.dropFirst(6).firstIndex(of: "-"), hyphen + 1 < words.count
            else { continue }
            let type = words[hyphen + 1]
            let program = String(type.split(separator: ".").last ?? type)
            if programs.contains(program) { return program }
        }
        return nil
    }
}

private import SecureStore
private import SecureStorePlatform

/// The system's name of this machine.
enum MachineName {
    /// The name of this machine, at most 64 bytes; `host` if it has other characters than a name may have.
    static var current: String {
        var bytes = [CChar](repeating: 0, count: 65)
        // The last byte stays zero, also where a longer name is cut off.
        _ = unsafe gethostname(&bytes, bytes.count - 1)
        let name = String(
            decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return HostRequest.isName(name) ? name : "host"
    }
}

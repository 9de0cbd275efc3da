import Foundation

/// Sockets of the loopback.
enum Loopback {
    static func address(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    static func withAddress<R>(port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> R) -> R {
        var address = address(port: port)
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    /// A socket that listens on a port of the system's choice.
    static func listener() throws -> (socket: Int32, port: UInt16) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        let bound = unsafe withAddress(port: 0) { unsafe bind(listener, $0, $1) }
        var (address, count) = (sockaddr_in(), socklen_t(MemoryLayout<sockaddr_in>.size))
        let named = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(listener, $0, &count)
            }
        }
        guard listener >= 0, bound == 0, named == 0, listen(listener, 64) == 0 else {
            throw POSIXError(.EADDRNOTAVAIL)
        }
        return (listener, UInt16(bigEndian: address.sin_port))
    }

    static func freePort() throws -> UInt16 {
        let (socket, port) = try listener()
        close(socket)
        return port
    }

    static func connection(to port: UInt16) -> Int32? {
        let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        let connected = unsafe withAddress(port: port) { unsafe connect(client, $0, $1) }
        if connected == 0 { return client }
        close(client)
        return nil
    }

    /// Has the close of a socket tell its peer nothing, as where a machine loses its power; only root may.
    static func makeSilent(_ socket: Int32) {
        let repair: Int32 = 19
        var isOn: Int32 = 1
        unsafe setsockopt(socket, Int32(IPPROTO_TCP), repair, &isOn, socklen_t(MemoryLayout<Int32>.size))
    }
}

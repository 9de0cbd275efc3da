import SecureStore

@testable import SecureStoreCLI

extension FuzzTarget {
    /// Addresses: the parts are where they seem to be, and together they are the whole.
    static let address = FuzzTarget(name: "address") { input in
        let url = try input.secret()
        checkPort(String(decoding: input, as: UTF8.self))
        try checkEscapes(of: input)
        guard let parts = SplitURL(url) else { return }
        let text = { (place: Range<Int>) in Array(input[place]) }
        var whole = input.prefix(parts.scheme.utf8.count) + Array("://".utf8)
        if let user = parts.user {
            require(!text(user).contains(UInt8(ascii: ":")), "a user with the password")
            whole += text(user)
            if let password = parts.password { whole += [UInt8(ascii: ":")] + text(password) }
            whole += [UInt8(ascii: "@")]
        } else {
            require(parts.password == nil, "a password of nobody")
        }
        for mark in "/?#@".utf8 { require(!text(parts.host).contains(mark), "a host with what follows it") }
        whole += text(parts.host)
        require(input.starts(with: whole), "the parts are not what the address begins with")
        guard let path = parts.path else { return require(whole.count == input.count, "something is lost") }
        let rest = Array(input[parts.host.upperBound...])
        require(trimmed(rest) == text(path), "the path is not what follows the host")
    }

    private static func trimmed(_ path: [UInt8]) -> [UInt8] {
        let isSlash = { (byte: UInt8) in byte == UInt8(ascii: "/") }
        return path.drop(while: isSlash).reversed().drop(while: isSlash).reversed()
    }

    private static func checkPort(_ host: String) {
        let (server, port) = HostAndPort.split(host)
        require(0...65_535 ~= port, "a port that is none")
        guard port != 0 else { return require(server.isSpelled(as: host), "a host was cut") }
        require(host.hasPrefix("\(server):") && host.hasSuffix("\(port)"), "a host of other parts")
    }

    /// Any bytes can be written with escapes; what has none stands for itself.
    private static func checkEscapes(of bytes: [UInt8]) throws {
        let escaped = try bytes.flatMap { "%\($0 < 16 ? "0" : "")\(String($0, radix: 16))".utf8 }.secret()
        require(try escaped.percentDecoded(0..<escaped.count).copied == bytes, "escapes became other bytes")
        let plain = try bytes.secret()
        let decoded = try plain.percentDecoded(0..<plain.count)
        let isPlain = !bytes.contains(UInt8(ascii: "%"))
        require(!isPlain || decoded.copied == bytes, "what has no escapes was changed")
        require((bytes.count / 3...bytes.count).contains(decoded.count), "decoded to another length")
    }
}

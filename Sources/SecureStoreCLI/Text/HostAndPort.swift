/// `host:port`, and `[address]:port` of IPv6.
enum HostAndPort {
    /// The server and its port, 0 if there is none; what is not a port stays with the server.
    static func split(_ text: String) -> (server: String, port: Int) {
        guard let colon = text.lastIndex(of: ":") else { return (text, 0) }
        let server = text[..<colon]
        let digits = text[text.index(after: colon)...]
        guard !server.contains(":") || server.hasSuffix("]"),
            digits.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
            let port = Int(digits), 1...65_535 ~= port
        else { return (text, 0) }
        return (String(server), port)
    }
}

import SecureStore

/// The places of the parts of `SCHEME://USER:PASSWORD@HOST/PATH`, still escaped.
struct SplitURL {
    let scheme: String
    var user: Range<Int>?
    var password: Range<Int>?
    /// With the port, if there is one.
    var host: Range<Int>
    /// Without slashes at its beginning and its end; nil when nothing follows the host.
    var path: Range<Int>?

    private static let endsOfHost = Array("/?#".utf8)

    /// The parts of an address; nil when there is no scheme in front.
    init?(_ url: SecretBytes) {
        guard let colon = url.firstIndex(of: ":", in: 0..<url.count), colon > 0, colon + 3 <= url.count,
            url.text(colon..<(colon + 3)) == "://", let scheme = url.text(0..<colon)
        else { return nil }
        self.scheme = scheme.lowercased()
        let rest = (colon + 3)..<url.count
        let hostEnd = url.withSpan { bytes in
            rest.first { Self.endsOfHost.contains(bytes[$0]) } ?? rest.upperBound
        }
        // A name of a user may have been written with its at sign as it is.
        let at = url.withSpan { bytes in
            (rest.lowerBound..<hostEnd).last { bytes[$0] == UInt8(ascii: "@") }
        }
        host = (at.map { $0 + 1 } ?? rest.lowerBound)..<hostEnd
        if let at {
            let person = rest.lowerBound..<at
            let colon = url.firstIndex(of: ":", in: person)
            user = person.lowerBound..<(colon ?? at)
            password = colon.map { ($0 + 1)..<at }
        }
        if hostEnd < url.count {
            path = url.withSpan { bytes in
                var (start, end) = (hostEnd, url.count)
                while start < end, bytes[start] == UInt8(ascii: "/") { start += 1 }
                while start < end, bytes[end - 1] == UInt8(ascii: "/") { end -= 1 }
                return start..<end
            }
        }
    }
}

extension SecretBytes {
    /// The place of the item that an import makes of an address; nil if it has no scheme, or no host that an
    /// address could name.
    func place() throws -> (scheme: String, server: String, port: Int, path: String)? {
        guard let parts = SplitURL(self), let host = text(parts.host), !host.isEmpty,
            host.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7f })
        else { return nil }
        let (server, port) = HostAndPort.split(host)
        let path = try parts.path.flatMap { range in
            let path = try percentDecoded(range)
            return path.text(0..<path.count) ?? text(range)
        }
        return (parts.scheme, server, port, path ?? "")
    }
}

/// The host that a name spells: `host`, `host:port`, `[address]:port` of IPv6, or a whole address.
struct HostAndPort {
    let server: String
    /// 0 if there is none.
    let port: Int
    /// The scheme in small letters; nil unless the name is a whole address.
    private(set) var scheme: String?
    private(set) var user: String?

    init(of name: String) {
        guard let mark = name.firstRange(of: "://"), mark.lowerBound > name.startIndex else {
            (server, port) = Self.split(name)
            return
        }
        let authority = name[mark.upperBound...].prefix { !["/", "?", "#"].contains($0) }
        // A name of a user may have been written with its at sign as it is.
        let at = authority.lastIndex(of: "@")
        let host = at.map { authority[authority.index(after: $0)...] } ?? authority
        (server, port) = Self.split(String(host))
        scheme = name[..<mark.lowerBound].lowercased()
        user = at.map { String(authority[..<$0].prefix { $0 != ":" }) }
    }

    /// The server and its port; what is not a port stays with the server.
    static func split(_ text: String) -> (server: String, port: Int) {
        guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")) else { return (text, 0) }
        let server = text[..<colon]
        // By bytes: an accent behind the colon belongs to the same character, and is no port.
        let digits = text.utf8[text.utf8.index(after: colon)...]
        guard !server.utf8.contains(UInt8(ascii: ":")) || server.hasSuffix("]"),
            digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
            let port = Int(Substring(digits)), 1...65_535 ~= port
        else { return (text, 0) }
        return (String(server), port)
    }
}

extension SecretBytes {
    private static let longestHost = 253

    /// The host of an address, which may be all of it, and also with its port if it has one.
    var hosts: [String] {
        if let (_, server, port, _) = try? place(), server.utf8.count <= Self.longestHost {
            return port > 0 ? [server, "\(server):\(port)"] : [server]
        }
        guard count <= Self.longestHost, contains("."), let text = text(0..<count),
            text.utf8.allSatisfy(Set.inWords.union("-.".utf8).contains)
        else { return [] }
        return [text]
    }
}

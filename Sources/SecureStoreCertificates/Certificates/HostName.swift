/// A name under which a server answers, checked for its form.
struct HostName {
    let text: String
    let isAddress: Bool

    /// Takes a DNS name in ASCII or an IP address; nil for anything else.
    init?(_ host: String) {
        guard host.utf8.isPlain else { return nil }
        if host.contains(":") {
            (text, isAddress) = (host, true)
            return
        }
        let name = host.utf8.last == UInt8(ascii: ".") ? String(host.dropLast()) : host
        let labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        // An empty label at the front would match every host below the rest.
        guard name.utf8.count <= 253,
            labels.allSatisfy({ 1...63 ~= $0.count && $0.allSatisfy(Self.isAllowed) })
        else { return nil }
        // No DNS name ends in a number, but some programs read `127.1` as an address.
        guard let last = labels.last, last.allSatisfy(Self.isDigit) else {
            (text, isAddress) = (name, false)
            return
        }
        let isAddress =
            labels.count == 4
            && labels.allSatisfy { UInt8(String($0) ?? "").map { String($0) } == String($0) }
        guard isAddress else { return nil }
        (text, self.isAddress) = (name, true)
    }

    /// True if it is this name or lies below it; a name that begins with a dot has only those below it.
    func isWithin(_ name: String) -> Bool {
        let (host, name) = (text.lowercased(), name.lowercased())
        return !isAddress && (host == name || host.hasSuffix(name.hasPrefix(".") ? name : "." + name))
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        isDigit(byte) || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
}

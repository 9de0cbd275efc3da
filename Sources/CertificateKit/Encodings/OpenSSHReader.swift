internal import SecureStore

/// Reads the encoding of OpenSSH: everything has its length in front.
struct OpenSSHReader {
    let bytes: SecretBytes
    private var rest: Range<Int>

    init(_ bytes: SecretBytes, _ range: Range<Int>? = nil) {
        (self.bytes, rest) = (bytes, range ?? 0..<bytes.count)
    }

    /// How much is left.
    var count: Int { rest.count }

    static func broken(_ what: String) -> StoreError { StoreError(.decode, "the key of OpenSSH: \(what)") }

    mutating func take(_ count: Int) throws(StoreError) -> Range<Int> {
        guard count <= rest.count else { throw Self.broken("it ends too early") }
        let taken = rest.prefix(count)
        rest = rest.dropFirst(count)
        return taken
    }

    mutating func number() throws(StoreError) -> Int {
        copy(try take(4)).reduce(0) { $0 << 8 | Int($1) }
    }

    /// The next string, of whatever bytes.
    mutating func string() throws(StoreError) -> Range<Int> { try take(try number()) }

    mutating func text() throws(StoreError) -> String {
        let range = try string()
        guard range.count <= 64 else { throw Self.broken("a name is too long") }
        return String(decoding: copy(range), as: UTF8.self)
    }

    func copy(_ range: Range<Int>) -> [UInt8] { bytes.withSpan { span in range.map { span[$0] } } }

    /// The padding that ends a key: one, two, three and so on.
    func isPadding() -> Bool {
        rest.count < 256 && copy(rest).elementsEqual((0..<rest.count).map { UInt8($0 + 1) })
    }
}

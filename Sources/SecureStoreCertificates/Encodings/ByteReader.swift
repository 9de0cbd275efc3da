internal import SecureStore

/// Bytes that are read where they lie; those of a secret are not copied.
protocol ReadableBytes {
    var count: Int { get }
    func byte(at place: Int) -> UInt8
}

extension ReadableBytes {
    /// A copy of bytes that are public.
    func copy(_ range: Range<Int>) -> [UInt8] { range.map { byte(at: $0) } }
}

extension SecretBytes: ReadableBytes {
    func byte(at place: Int) -> UInt8 { withSpan { $0[place] } }
}

extension [UInt8]: ReadableBytes {
    func byte(at place: Int) -> UInt8 { self[place] }
}

typealias SecretReader = ByteReader<SecretBytes>

/// A reader that goes through a range of bytes, answers with the ranges of its parts, and copies nothing.
///
/// Every length is checked against what is left before anything is taken.
struct ByteReader<Bytes: ReadableBytes> {
    let bytes: Bytes
    private(set) var rest: Range<Int>

    init(_ bytes: Bytes, _ range: Range<Int>? = nil) {
        (self.bytes, rest) = (bytes, range ?? 0..<bytes.count)
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(_ count: Int) -> Range<Int>? {
        guard count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// A copy of bytes that are public.
    func copy(_ range: Range<Int>) -> [UInt8] { bytes.copy(range) }

    /// The number that up to seven bytes make, most significant first.
    func value(of range: Range<Int>) -> Int { range.reduce(0) { $0 << 8 | Int(bytes.byte(at: $1)) } }
}

// MARK: - OpenSSH, where everything has its length in front

extension ByteReader<SecretBytes> {
    static func brokenOpenSSH(_ what: String) -> StoreError {
        StoreError(.decode, "the key of OpenSSH: \(what); \(InputLimits.anotherCopy)")
    }

    mutating func openSSH(_ count: Int) throws(StoreError) -> Range<Int> {
        guard let taken = take(count) else { throw Self.brokenOpenSSH("it ends too early") }
        return taken
    }

    mutating func openSSHNumber() throws(StoreError) -> Int { value(of: try openSSH(4)) }

    mutating func openSSHString() throws(StoreError) -> Range<Int> { try openSSH(try openSSHNumber()) }

    mutating func openSSHName() throws(StoreError) -> String {
        let range = try openSSHString()
        guard range.count <= 64 else { throw Self.brokenOpenSSH("a name is too long") }
        return String(decoding: copy(range), as: UTF8.self)
    }

    /// True for the padding that ends a key: one, two, three and so on.
    var isAtPadding: Bool {
        rest.count < 256 && copy(rest).elementsEqual((0..<rest.count).map { UInt8($0 + 1) })
    }
}

import FoundationEssentials

/// The content of the box around a secret: the secret, its parts, and the secrets that the item had before.
///
/// An object, because it is passed on many times.
final class StoredSecret: Sendable {
    let current: SecretBytes
    let parts: [SecretPart]
    /// The earlier secrets, the latest first; empty also when nobody asked for them.
    let earlier: [EarlierSecret]

    init(_ current: SecretBytes, parts: [SecretPart] = [], earlier: [EarlierSecret] = []) {
        (self.current, self.parts, self.earlier) = (current, parts, earlier)
    }

    /// A copy with a new secret, whose predecessor stays as one of at most `most` earlier ones.
    ///
    /// With 0, the predecessor goes, and those that were there before stay.
    func replaced(by new: SecretBytes, at date: Date, keeping most: Int) -> StoredSecret {
        // A secret that comes back is not an earlier one any more.
        let others = earlier.filter { $0.secret != new }
        guard most > 0, new != current else { return StoredSecret(new, parts: parts, earlier: others) }
        let kept =
            [EarlierSecret(replaced: date, secret: current)] + others.filter { $0.secret != current }
        return StoredSecret(new, parts: parts, earlier: Self.fitting(kept.prefix(min(most, Self.most))))
    }

    /// The largest number of earlier secrets, and of bytes that they take up together.
    static let (most, mostBytes) = (16, 16 << 10)
    /// The largest number of parts, of bytes that they take up together, and of bytes of a name.
    static let mostParts = 256
    static let mostPartBytes = 1 << 20
    static let longestName = 255

    private enum Kind: UInt8 { case part = 1, earlier = 2 }

    /// The size and the kind of an entry.
    private static let headCount = 5
    private static let datedHeadCount = headCount + 8

    private static func byteCount(_ part: SecretPart) -> Int {
        headCount + 1 + part.name.utf8.count + part.secret.count
    }

    /// The earlier secrets that there is room for: a search opens the whole box, which must stay small.
    private static func fitting(_ secrets: some Sequence<EarlierSecret>) -> [EarlierSecret] {
        var room = mostBytes
        return secrets.filter {
            guard $0.secret.count <= room - datedHeadCount else { return false }
            room -= datedHeadCount + $0.secret.count
            return true
        }
    }

    // MARK: - Writing

    /// Refuses what no box may hold.
    func check() throws(StoreError) {
        guard current.count <= FileFormat.largestSecret else {
            throw StoreError(
                .dataTooLarge,
                "a secret of \(current.count) bytes, and the largest has \(FileFormat.largestSecret >> 20) MiB; "
                    + "keep a larger file outside, encrypted with a key that the store holds")
        }
        guard parts.allSatisfy({ 1...Self.longestName ~= $0.name.utf8.count }) else {
            throw StoreError(
                .param, "the name of a part has 1 to \(Self.longestName) bytes; give it such a one")
        }
        guard parts.count <= Self.mostParts,
            parts.reduce(0, { $0 + Self.byteCount($1) }) <= Self.mostPartBytes
        else {
            throw StoreError(
                .dataTooLarge,
                "an item has at most \(Self.mostParts) parts with \(Self.mostPartBytes >> 20) MiB in all; "
                    + "keep what is larger as the secret of an item of its own")
        }
    }

    /// The bytes of the plaintext without its padding.
    var byteCount: Int {
        parts.reduce(4 + current.count) { $0 + Self.byteCount($1) }
            + earlier.reduce(0) { $0 + Self.datedHeadCount + $1.secret.count }
    }

    /// Writes the plaintext to a place that is zero.
    func write(to target: inout MutableRawSpan, at start: Int) {
        target.store(littleEndian: UInt32(truncatingIfNeeded: current.count), at: start)
        var offset = start + 4
        Self.write(current, to: &target, &offset)
        for part in parts {
            Self.write(.part, Self.byteCount(part), to: &target, &offset)
            for byte in [UInt8(truncatingIfNeeded: part.name.utf8.count)] + Array(part.name.utf8) {
                target.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
                offset += 1
            }
            Self.write(part.secret, to: &target, &offset)
        }
        for secret in earlier {
            Self.write(.earlier, Self.datedHeadCount + secret.secret.count, to: &target, &offset)
            let date = secret.replaced.timeIntervalSinceReferenceDate
            target.store(littleEndian: date.bitPattern, at: offset)
            offset += 8
            Self.write(secret.secret, to: &target, &offset)
        }
    }

    private static func write(_ bytes: SecretBytes, to target: inout MutableRawSpan, _ offset: inout Int) {
        let start = offset
        bytes.withRawBytes { target.copy($0, to: start) }
        offset += bytes.count
    }

    /// Writes the head of an entry; its size is never zero, which stands for the end.
    private static func write(
        _ kind: Kind, _ byteCount: Int, to target: inout MutableRawSpan, _ offset: inout Int
    ) {
        target.store(littleEndian: UInt32(truncatingIfNeeded: byteCount - 4), at: offset)
        target.storeBytes(of: kind.rawValue, toByteOffset: offset + 4, as: UInt8.self)
        offset += headCount
    }

    // MARK: - Reading

    /// The place of the current secret in a plaintext; nil when that is malformed.
    static func current(in plain: RawSpan) -> Range<Int>? {
        guard let count = plain.littleEndian32(at: 0), Int(count) <= plain.byteCount - 4,
            count <= FileFormat.largestSecret
        else { return nil }
        return 4..<(4 + Int(count))
    }

    /// The entries behind the current secret; none before they are read.
    struct Entries {
        var parts: [SecretPart] = []
        var earlier: [EarlierSecret] = []
        private var names: Set<[UInt8]> = []
        private var (partBytes, earlierBytes) = (0, 0)

        /// Reads them, the earlier ones on demand; false when the plaintext is malformed.
        mutating func read(
            in plain: RawSpan, after current: Range<Int>, withEarlier: Bool
        ) throws(StoreError) -> Bool {
            var offset = current.upperBound
            while let size = plain.littleEndian32(at: offset), size > 0 {
                let start = offset + headCount
                offset += 4 + Int(size)
                guard offset <= plain.byteCount else { return false }
                let count = offset - start + headCount
                switch plain.byte(at: start - 1).flatMap(Kind.init) {
                case .part:
                    partBytes += count
                    guard try appendPart(plain.extracting(start..<offset)), partBytes <= mostPartBytes
                    else { return false }
                case .earlier where !withEarlier: return true
                case .earlier:
                    earlierBytes += count
                    guard try appendEarlier(plain.extracting(start..<offset)), earlierBytes <= mostBytes
                    else { return false }
                case nil: return false
                }
            }
            return true
        }

        /// Parts come before earlier secrets, and each has a name of its own.
        private mutating func appendPart(_ bytes: RawSpan) throws(StoreError) -> Bool {
            guard let size = bytes.byte(at: 0), size > 0, size < bytes.byteCount, earlier.isEmpty,
                parts.count < mostParts
            else { return false }
            let end = 1 + Int(size)
            let name = (1..<end).compactMap { bytes.byte(at: $0) }
            guard names.insert(name).inserted, let text = String(validating: name, as: UTF8.self) else {
                return false
            }
            let secret = try SecretBytes.copy(of: bytes.extracting(end..<bytes.byteCount))
            parts.append(SecretPart(name: text, secret: secret))
            return true
        }

        private mutating func appendEarlier(_ bytes: RawSpan) throws(StoreError) -> Bool {
            guard earlier.count < most, let bits = bytes.littleEndian64(at: 0) else { return false }
            let seconds = Double(bitPattern: bits)
            guard seconds.isFinite, bits != (-0.0).bitPattern else { return false }
            let secret = try SecretBytes.copy(of: bytes.extracting(8..<bytes.byteCount))
            earlier.append(
                EarlierSecret(replaced: Date(timeIntervalSinceReferenceDate: seconds), secret: secret))
            return true
        }
    }
}

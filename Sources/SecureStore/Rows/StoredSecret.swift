import FoundationEssentials

/// The content of the box around a secret: the secret, and those that the item had before.
struct StoredSecret: Sendable {
    let current: SecretBytes
    /// The earlier secrets, the latest first; empty also when nobody asked for them.
    let earlier: [EarlierSecret]

    init(_ current: SecretBytes, earlier: [EarlierSecret] = []) {
        (self.current, self.earlier) = (current, earlier)
    }

    /// A copy with a new secret, whose predecessor stays as one of at most `most` earlier ones.
    ///
    /// With 0, the predecessor goes, and those that were there before stay.
    func replaced(by new: SecretBytes, at date: Date, keeping most: Int) -> StoredSecret {
        // A secret that comes back is not an earlier one any more.
        let others = earlier.filter { $0.secret != new }
        guard most > 0, new != current else { return StoredSecret(new, earlier: others) }
        let kept =
            [EarlierSecret(replaced: date, secret: current)] + others.filter { $0.secret != current }
        return StoredSecret(new, earlier: Self.fitting(kept.prefix(min(most, Self.most))))
    }

    /// The largest number of earlier secrets, and of bytes that they take up together.
    static let (most, mostBytes) = (16, 16 << 10)
    private static let headCount = 12

    /// The earlier secrets that there is room for: a search opens the whole box, which must stay small.
    private static func fitting(_ secrets: some Sequence<EarlierSecret>) -> [EarlierSecret] {
        var room = mostBytes
        return secrets.filter {
            guard $0.secret.count <= room - headCount else { return false }
            room -= headCount + $0.secret.count
            return true
        }
    }

    /// The bytes of the plaintext without its padding.
    var byteCount: Int { earlier.reduce(4 + current.count) { $0 + Self.headCount + $1.secret.count } }

    /// Writes the plaintext to a place that is zero.
    func write(to target: inout MutableRawSpan, at start: Int) {
        target.store(littleEndian: UInt32(truncatingIfNeeded: current.count), at: start)
        var offset = start + 4
        current.withRawBytes { target.copy($0, to: offset) }
        offset += current.count
        for secret in earlier {
            // Never zero, which stands for the end.
            target.store(littleEndian: UInt32(truncatingIfNeeded: 8 + secret.secret.count), at: offset)
            let date = secret.replaced.timeIntervalSinceReferenceDate
            target.store(littleEndian: date.bitPattern, at: offset + 4)
            offset += Self.headCount
            secret.secret.withRawBytes { target.copy($0, to: offset) }
            offset += secret.secret.count
        }
    }

    /// The place of the current secret in a plaintext; nil when that is malformed.
    static func current(in plain: RawSpan) -> Range<Int>? {
        guard let count = plain.littleEndian32(at: 0), Int(count) <= plain.byteCount - 4,
            count <= FileFormat.largestSecret
        else { return nil }
        return 4..<(4 + Int(count))
    }

    /// The earlier secrets behind the current one; nil when the plaintext is malformed.
    static func earlier(in plain: RawSpan, after current: Range<Int>) throws(StoreError) -> [EarlierSecret]? {
        var (secrets, offset): ([EarlierSecret], Int) = ([], current.upperBound)
        while let size = plain.littleEndian32(at: offset), size > 0 {
            let start = offset + headCount
            offset += 4 + Int(size)
            guard size >= 8, offset <= plain.byteCount, secrets.count < most,
                offset - current.upperBound <= mostBytes, let bits = plain.littleEndian64(at: start - 8)
            else { return nil }
            let seconds = Double(bitPattern: bits)
            guard seconds.isFinite, bits != (-0.0).bitPattern else { return nil }
            let secret = try SecretBytes.copy(of: plain.extracting(start..<offset))
            secrets.append(
                EarlierSecret(replaced: Date(timeIntervalSinceReferenceDate: seconds), secret: secret))
        }
        return secrets
    }
}

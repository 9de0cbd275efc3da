/// The unencrypted beginning of an export, which says how its passphrase becomes its key.
struct ExportHeader: Equatable {
    let cost: PassphraseCost
    let salt: [UInt8]
    /// The commitment to the key.
    ///
    /// It tells a wrong passphrase from a damaged stream, and ties the stream to a single passphrase.
    let commitment: [UInt8]
    let streamHeader: [UInt8]

    private static let magic = Array("SSTREXPT".utf8)
    private static let version: UInt8 = 1
    private static let commitmentByteCount = 32
    private static let checksumByteCount = 32
    /// The size of magic, version, passes, memory and salt, to which the keys are bound.
    private static let contextByteCount = 8 + 1 + 4 + 8 + saltByteCount
    static let byteCount =
        contextByteCount + commitmentByteCount + SealedStream.headerByteCount + checksumByteCount

    private static func context(_ cost: PassphraseCost, _ salt: [UInt8]) -> [UInt8] {
        var bytes = magic
        bytes.append(version)
        bytes.append(littleEndian: UInt32(truncatingIfNeeded: cost.passes))
        bytes.append(littleEndian: UInt64(cost.memory))
        return bytes + salt
    }

    private static let purpose = "securestore export"
    private static let purposeOfCommitment = "securestore export commitment"

    /// Begins an export: adds its header to `output`, and returns the sealer for the rest.
    static func begin(
        _ passphrase: SecretBytes, _ cost: PassphraseCost, headerTo output: inout [UInt8]
    ) throws(StoreError) -> StreamSealer {
        let salt = Bytes16.random().array
        let wrapping = try wrappingKey(from: passphrase, salt: salt, cost: cost)
        let context = context(cost, salt)
        output = context + wrapping.commitment(purposeOfCommitment, context)
        let sealer = try StreamSealer(try wrapping.derive(purpose, context), headerTo: &output)
        output += digest32(output)
        return sealer
    }

    /// Reads a header, and checks the bounds of its numbers before they are used.
    init(_ bytes: [UInt8]) throws(StoreError) {
        guard bytes.starts(with: Self.magic) else {
            throw StoreError(
                .unknownFormat, "this is not an export of a store; give a file that an export wrote")
        }
        guard bytes.count == Self.byteCount else { throw ExportFormat.cutShort }
        let version = bytes[Self.magic.count]
        guard version == Self.version else {
            throw StoreError(
                .wrongSecVersion,
                "the export has format \(version); this program reads format \(Self.version)")
        }
        let fields = bytes.count - Self.checksumByteCount
        guard digest32(Array(bytes[..<fields])) == Array(bytes[fields...]) else {
            throw StoreError(.decode, "the header of the export is damaged; \(ExportFormat.nextStep)")
        }
        var reader = RecordReader(Array(bytes[(Self.magic.count + 1)...]))
        guard let passes = reader.number32(), let memory = reader.number64(),
            let salt = reader.bytes(saltByteCount), let commitment = reader.bytes(Self.commitmentByteCount),
            let stream = reader.bytes(SealedStream.headerByteCount)
        else { throw ExportFormat.cutShort }
        cost = PassphraseCost(passes: Int(passes), memory: Int(memory))
        (self.salt, self.commitment, streamHeader) = (salt, commitment, stream)
        guard cost.isAcceptableToRead else {
            throw StoreError(
                .decode,
                "the export asks for \(cost.passes) passes over \(cost.memory) bytes; "
                    + "\(PassphraseCost.limits), so make it again with a lower cost")
        }
    }

    /// Derives the key from a passphrase; throws `authFailed` when it is not the passphrase of this export.
    func key(_ passphrase: SecretBytes) throws(StoreError) -> SealingKey {
        let wrapping = try wrappingKey(from: passphrase, salt: salt, cost: cost)
        let context = Self.context(cost, salt)
        guard constantTimeEqual(wrapping.commitment(Self.purposeOfCommitment, context), commitment) else {
            throw StoreError(
                .authFailed, "this is not the passphrase of the export; give the one that it was made with")
        }
        return try wrapping.derive(Self.purpose, context)
    }
}

/// The format of the frames of an export.
enum ExportFormat {
    enum Mark: UInt8 { case end = 0, item = 1 }

    /// The bytes of content in every frame except the last, which may be shorter.
    static let frameByteCount = 65_536

    static let nextStep = "use another copy of it, or make the export again"
    static let cutShort = StoreError(.decode, "the export is cut short; \(nextStep)")
    static let altered = StoreError(
        .decode, "the export is damaged: a part of it is missing, changed or out of place; \(nextStep)")
    static func malformed(_ why: String) -> StoreError {
        StoreError(.decode, "the export is malformed: \(why); \(nextStep)")
    }
}

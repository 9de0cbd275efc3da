/// The settings as bytes of the sealed state.
extension LockSettings {
    static let byteCount = 5

    func append(to bytes: inout [UInt8]) {
        bytes.append(littleEndian: locksAfter.map { UInt32(clamping: $0.components.seconds) } ?? Self.never)
        bytes.append(locksOnSleep ? 1 : 0)
    }

    /// Reads what ``append(to:)`` wrote; nil for anything else.
    init?(_ bytes: RawSpan) {
        guard bytes.byteCount == Self.byteCount, let seconds = bytes.littleEndian32(at: 0),
            let onSleep = bytes.byte(at: 4), onSleep <= 1
        else { return nil }
        self.init(seconds: seconds == Self.never ? nil : Int64(seconds), locksOnSleep: onSleep == 1)
    }
}

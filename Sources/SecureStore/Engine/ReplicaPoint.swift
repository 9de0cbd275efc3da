/// Where a replica stands in the changes of its fleet.
struct ReplicaPoint: Equatable, Sendable {
    /// The fleet's id, which is random and never zero.
    let fleet: Bytes16
    /// The digest of the links of all changes up to this point, in their order.
    ///
    /// Two hosts that have the same chain have seen the same history.
    let chain: [UInt8]

    static let byteCount = 16 + chainByteCount
    static let chainByteCount = 32

    /// The id of a fleet from its bytes.
    static func fleet(_ bytes: [UInt8]) throws(StoreError) -> Bytes16 {
        guard let id = bytes.withRawBytes({ Bytes16($0) }), id != Bytes16(high: 0, low: 0) else {
            throw StoreError(.param, "a fleet's id has 16 bytes that are not all zero")
        }
        return id
    }

    /// The beginning of a fleet, before its first change.
    init(beginning fleet: Bytes16) { self.init(fleet, [UInt8](repeating: 0, count: Self.chainByteCount)) }

    private init(_ fleet: Bytes16, _ chain: [UInt8]) { (self.fleet, self.chain) = (fleet, chain) }

    /// The point after another change.
    func after(_ link: [UInt8]) -> ReplicaPoint { ReplicaPoint(fleet, digest32(chain + link)) }

    /// What a change is known by: the digest of its sealed state.
    static func link(of box: [UInt8]) -> [UInt8] { digest32(box) }

    /// Writes a point into a state; zeros for a store in no fleet.
    static func append(_ point: ReplicaPoint?, to record: inout [UInt8]) {
        (point?.fleet ?? Bytes16(high: 0, low: 0)).append(to: &record)
        record += point?.chain ?? [UInt8](repeating: 0, count: chainByteCount)
    }

    /// Reads what ``append(_:to:)`` wrote; the outer nil means anything else.
    static func read(_ bytes: RawSpan) -> ReplicaPoint?? {
        guard bytes.byteCount == byteCount, let fleet = Bytes16(bytes.extracting(0..<16)),
            let chain = bytes.array(at: 16, count: chainByteCount)
        else { return nil }
        return .some(fleet == Bytes16(high: 0, low: 0) ? nil : ReplicaPoint(fleet, chain))
    }
}

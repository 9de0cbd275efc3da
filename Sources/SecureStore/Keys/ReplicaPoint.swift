/// The point that a replica has reached in the changes of its fleet.
///
/// An object, because every look-up copies the state, and most stores are in no fleet.
final class ReplicaPoint: Equatable, Sendable {
    /// The fleet's id, which is random and never zero.
    let fleet: Bytes16
    /// The digest of the links of all changes up to this point, in their order.
    ///
    /// Two hosts that have the same chain have seen the same history.
    let chain: [UInt8]

    private static let chainByteCount = 32
    static let byteCount = Bytes16.byteCount + chainByteCount

    /// Reads the id of a fleet from bytes; throws when they can't be one.
    static func fleet(_ bytes: [UInt8]) throws(StoreError) -> Bytes16 {
        guard let id = bytes.withRawBytes({ Bytes16($0) }), id != Bytes16(high: 0, low: 0) else {
            throw StoreError(.param, "a fleet's id has 16 bytes that are not all zero")
        }
        return id
    }

    static let foreign = StoreError(
        .invalidData,
        "the fleet's server answers with the state of another fleet, or of a store that is in none; check the server's "
            + "settings and the fleet's identifier")

    /// Creates the point at which a fleet begins, before its first change.
    convenience init(beginning fleet: Bytes16) {
        self.init(fleet, [UInt8](repeating: 0, count: Self.chainByteCount))
    }

    static func == (a: ReplicaPoint, b: ReplicaPoint) -> Bool {
        a.fleet == b.fleet && a.chain == b.chain
    }

    func after(_ link: [UInt8]) -> ReplicaPoint { ReplicaPoint(fleet, digest32(chain + link)) }

    /// The point with this chain, if that link leads from there to this point; nil otherwise.
    func before(_ link: [UInt8], after chain: [UInt8]) -> ReplicaPoint? {
        let point = ReplicaPoint(fleet, chain)
        return point.after(link) == self ? point : nil
    }

    private init(_ fleet: Bytes16, _ chain: [UInt8]) { (self.fleet, self.chain) = (fleet, chain) }

    /// The link that a change is known by: the digest of its sealed state.
    static func link(of box: [UInt8]) -> [UInt8] { digest32(box) }

    /// Writes a point into a state; zeros for a store in no fleet.
    static func append(_ point: ReplicaPoint?, to record: inout [UInt8]) {
        guard let point else { return record += [UInt8](repeating: 0, count: byteCount) }
        point.fleet.append(to: &record)
        record += point.chain
    }

    /// Reads what ``append(_:to:)`` wrote; the outer nil means anything else.
    static func read(_ bytes: RawSpan) -> ReplicaPoint?? {
        guard bytes.byteCount == byteCount, let fleet = Bytes16(bytes.extracting(0..<Bytes16.byteCount)),
            let chain = bytes.array(at: Bytes16.byteCount, count: chainByteCount)
        else { return nil }
        return fleet == Bytes16(high: 0, low: 0) ? .some(nil) : ReplicaPoint(fleet, chain)
    }
}

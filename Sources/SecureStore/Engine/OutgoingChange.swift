/// A change on its way to the other hosts.
package struct OutgoingChange: ~Copyable {
    package let state: KeptState
    /// What the change is known by: 32 bytes, the digest of the sealed state.
    package let link: [UInt8]
    /// What leads to the keys, if the change touched that.
    package let keys: [UInt8]?
    /// What proves a new unlock key to those who have the one before; only if the unlock key changed.
    package let handover: [UInt8]?
    private let rows: ((Int64, [UInt8]?) throws(StoreError) -> Void) throws(StoreError) -> Void

    package init(
        state: KeptState, link: [UInt8], keys: [UInt8]?, handover: [UInt8]?,
        rows: @escaping ((Int64, [UInt8]?) throws(StoreError) -> Void) throws(StoreError) -> Void
    ) {
        (self.state, self.link, self.keys, self.handover) = (state, link, keys, handover)
        self.rows = rows
    }

    /// Calls `body` with each row that came or changed, by their numbers; nil stands for a row that went away.
    ///
    /// May be called again, for a change that has to be sent again.
    package func eachRow(
        _ body: (_ row: Int64, _ content: [UInt8]?) throws(StoreError) -> Void
    ) throws(StoreError) { try rows(body) }
}

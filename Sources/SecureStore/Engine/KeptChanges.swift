/// One state of what is kept for a fleet.
package protocol KeptChanges {
    /// The newest state.
    func newest() throws(StoreError) -> KeptState

    /// What leads to the keys of the newest state.
    func keys() throws(StoreError) -> [UInt8]

    /// The handovers of unlock keys to versions of the keys after this one, in their order.
    func handovers(after keysVersion: Int64) throws(StoreError) -> [[UInt8]]

    /// The links of the changes after this number up to the newest, in their order; nil if one of them is not kept any
    /// more.
    func links(after number: UInt64) throws(StoreError) -> [[UInt8]]?

    /// Calls `body` with each row that a change after this number last touched, by their numbers; nil stands for a row
    /// that went away.
    func eachRow(
        after number: UInt64, _ body: (_ row: Int64, _ content: [UInt8]?) throws(StoreError) -> Void
    ) throws(StoreError)
}

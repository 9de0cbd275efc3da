package import SecureStore

/// The differences between a server's copy of a fleet and this machine's replica.
package struct FleetCopy: Sendable {
    package enum Act { case verify, repair }
    /// The command that makes the two equal.
    package enum Remedy { case none, repair, reseed }

    let itemCount: Int
    /// A line for each difference, and for each item of the server that this machine does not have.
    let differences: [String]
    let remedy: Remedy
    /// A line for each thing of other machines that the fleet loses when it gets this machine's state.
    var losses: [String] {
        let known = lost.map { Self.words($0) } + otherLosses
        guard known.isEmpty, !losesNothing else { return known }
        return ["what others changed last, if anything"]
    }
    /// True if nothing is lost so, as far as the server tells.
    let losesNothing: Bool
    /// True if the server tells of no change that this machine has not seen.
    let isNewest: Bool
    /// True if what is lost can be told by its name.
    var hasNames: Bool { !lost.isEmpty || !otherLosses.isEmpty }

    /// Writes the server anew from this machine's replica, unless that loses more than is named here.
    let reseed: @Sendable (ItemStore, @escaping WorkProgress.Observer) throws(StoreError) -> Void

    private let lost: [ItemAttributes]
    private let otherLosses: [String]

    package init(
        itemCount: Int, differences: [String], surplus: Int, remedy: Remedy, losesNothing: Bool,
        lost: [ItemAttributes], slots: [KeySlot], unseen: UInt64?,
        reseed: @escaping @Sendable (ItemStore, @escaping WorkProgress.Observer) throws(StoreError) -> Void
    ) {
        let others = surplus == 1 ? "1 row, link or handover" : "\(surplus) rows, links or handovers"
        let line = "\(others) on the server \(surplus == 1 ? "is" : "are") of no item and no change here"
        self.itemCount = itemCount
        self.differences = differences + (surplus > 0 ? [line] : [])
        (self.remedy, self.losesNothing, self.lost) = (remedy, losesNothing, lost)
        self.reseed = reseed
        isNewest = unseen == nil
        let newer = unseen.map { ["what came up to change \($0), which only the server claims"] } ?? []
        otherLosses = slots.map { "slot \($0.number), \($0.kind)" } + newer
    }

    /// The class of an item, and what people call it.
    private static func words(_ item: ItemAttributes) -> String {
        let names: [AttributeName] = [.service, .server, .account, .label]
        let words = names.compactMap { item[$0]?.text }.map { Terminal.quoted($0) }
        return ([item.itemClass.optionName] + words).joined(separator: " ")
    }
}

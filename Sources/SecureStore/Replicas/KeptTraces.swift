/// The highest numbers of changes that are found beside the newest state; 0 where there are none.
package struct KeptTraces: Equatable, Sendable {
    /// The number of the newest link.
    package let link: UInt64
    /// The highest number in rows and the reports of hosts.
    package let others: UInt64

    package init(link: UInt64, others: UInt64) { (self.link, self.others) = (link, others) }

    var newest: UInt64 { max(link, others) }
}

/// The highest numbers of changes that are found beside the newest state; 0 where there are none.
package struct KeptTraces: Equatable, Sendable {
    /// The number of the newest link.
    package let link: UInt64
    /// The highest number in links, rows and the reports of hosts.
    package let newest: UInt64

    package init(link: UInt64, newest: UInt64) { (self.link, self.newest) = (link, newest) }
}

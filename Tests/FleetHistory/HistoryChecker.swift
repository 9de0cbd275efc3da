/// Finds what no fleet may do in the histories of its hosts.
///
/// No two changes of an item have the same generation, and a later one has a higher one. So a write knows its
/// place among the writes of its item, and a read says which one it saw.
package struct HistoryChecker {
    /// The value of an item at the end, on every host.
    package typealias Final = [String: (version: Int, value: String)]

    private let operations: [HostCall]
    private let final: Final
    /// True if calls may fail, because the server did.
    private let allowsFailures: Bool
    /// The longest that a call may take, and a read of the own replica.
    private let longest: (call: UInt64, read: UInt64)

    package init(
        _ operations: [HostCall], final: Final, allowsFailures: Bool = false,
        longest: (call: UInt64, read: UInt64) = (.max, .max)
    ) {
        self.operations = operations.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
        (self.final, self.allowsFailures, self.longest) = (final, allowsFailures, longest)
    }

    /// Each breach in a line; empty if all is well.
    package func breaches() -> [String] {
        let byKey = Dictionary(grouping: operations, by: \.key)
        return manners()
            + byKey.sorted { $0.key < $1.key }.flatMap { key, operations in
                versions(key, operations) + reads(operations) + contest(key, operations)
            }
    }

    // MARK: - Each call by itself

    private func manners() -> [String] {
        operations.flatMap { operation -> [String] in
            var found: [String] = []
            let isFailure = operation.outcome == .failed || operation.outcome == .unknown
            if operation.outcome == .wrong { found.append("wrong answer") }
            if isFailure, !allowsFailures { found.append("failure of a whole server") }
            if isFailure, operation.kind == .read { found.append("failed local read") }
            let limit = operation.kind == .read ? longest.read : longest.call
            if operation.end - operation.start > limit { found.append("too slow") }
            return found.map { "\($0): \(operation.line)" }
        }
    }

    // MARK: - Each item

    /// Each version has one value, which somebody wrote who was not told otherwise, before anybody saw it.
    private func versions(_ key: String, _ operations: [HostCall]) -> [String] {
        var (writers, found): ([Int: HostCall], [String]) = ([:], [])
        for write in operations where write.isChange && write.outcome == .done {
            if let other = writers.updateValue(write, forKey: write.version) {
                found.append("lost write: \(other.line) and \(write.line)")
            }
        }
        let last = final[key].map { ($0.version, $0.value) } ?? (0, Self.none)
        for write in writers.values
        where write.version > last.0 || (write.version == last.0 && write.value != last.1) {
            found.append("lost write: \(write.line) but in the end \(last)")
        }
        var seen = operations.filter { !$0.isChange && $0.outcome == .done }
        if last.0 > 0 {
            seen.append(HostCall("end", .read, key, last.0, last.1, .done, at: UInt64.max...UInt64.max))
        }
        let changes = Dictionary(grouping: operations.filter(\.isChange), by: \.value)
        for read in seen where read.version > 0 {
            let sources = changes[read.value, default: []].filter {
                $0.mayBeKept && ($0.version == read.version || ($0.kind == .add && $0.version == 0))
            }
            if sources.isEmpty {
                found.append("value from nowhere: \(read.line)")
            } else if sources.allSatisfy({ $0.start > read.end }) {
                found.append("from the future: \(read.line)")
            }
            if let write = writers[read.version], write.value != read.value {
                found.append("two histories: \(read.line) and \(write.line)")
            }
        }
        return found
    }

    /// A call never sees anything older than its host has read or changed before, and for a read with a limit
    /// never older than what anybody had changed when the limit began.
    private func reads(_ operations: [HostCall]) -> [String] {
        let done = operations.filter { $0.outcome == .done }
        let backwards = Dictionary(grouping: done, by: \.host).values.flatMap { own in
            Self.older(own, than: own) { $0.start }.map { "back in time: \($0.line) after \($1.line)" }
        }
        let changes = done.filter(\.isChange)
        return backwards
            + [HostCall.Kind.latest, .recent].flatMap { kind in
                Self.older(done.filter { $0.kind == kind }, than: changes) { read in
                    read.start > read.age ? read.start - read.age : 0
                }.map { "stale: \($0.line) after \($1.line)" }
            }
    }

    /// Those calls that saw less than another one that had ended at their moment, and that one.
    private static func older(
        _ calls: [HostCall], than others: [HostCall], at moment: (HostCall) -> UInt64
    ) -> [(HostCall, HostCall)] {
        let ends = others.sorted { $0.end < $1.end }
        var (next, newest, found): (Int, HostCall?, [(HostCall, HostCall)]) = (0, nil, [])
        for call in calls.sorted(by: { moment($0) < moment($1) }) {
            while next < ends.count, ends[next].end < moment(call) {
                if ends[next].version > newest?.version ?? 0 { newest = ends[next] }
                next += 1
            }
            if let newest, newest.version > call.version { found.append((call, newest)) }
        }
        return found
    }

    /// Of those who add the same item one wins, and the others lose to somebody.
    private func contest(_ key: String, _ operations: [HostCall]) -> [String] {
        let adds = operations.filter { $0.kind == .add }
        let winners = adds.filter { $0.outcome == .done }
        var found: [String] = []
        if winners.count > 1 { found.append("\(winners.count) winners: \(key)") }
        for loser in adds where loser.outcome == .duplicate {
            if !adds.contains(where: { $0.mayBeKept && $0.start <= loser.end && $0 != loser }) {
                found.append("lost to nobody: \(loser.line)")
            }
        }
        return found
    }

    private static var none: String { "-" }
}

extension HostCall {
    fileprivate var isChange: Bool { kind == .write || kind == .add }
    fileprivate var mayBeKept: Bool { outcome == .done || outcome == .unknown }
}

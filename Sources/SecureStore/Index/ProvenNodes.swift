/// The key for the digests of an index; each key set has its own.
final class NodeKey: Sendable {
    fileprivate let key: SealingKey
    /// Tells this key from any other, for objects that must not keep it alive.
    let name: Bytes16

    init(_ key: consuming SealingKey) {
        self.key = key
        name = .random()
    }

    /// Makes another owner of the same key under the same name.
    init(sharing other: NodeKey) {
        key = other.key.another()
        name = other.name
    }
}

extension IndexNode {
    /// The digest by which a block above the node, or the state, names it.
    func digest(_ key: NodeKey) -> Bytes16 {
        content.withRawBytes { key.key.authenticator($0.extracting(0..<provenCount)) }
    }
}

/// Reads nodes of the index, and trusts none whose digest differs from the one in the reference to it.
///
/// A proven node is kept with its digest, which stands for the same set of entries for ever. As long as the
/// references name the same digest, a leaf needs neither reading nor hashing, whoever else writes to the
/// file. A block also names the rows of its children, which no digest covers. So a writer reads it again in
/// every new state, but does not hash it again if its bytes are the same; a look-up does so only if the block
/// led to a row that does not hold the child. All nodes that are kept are sealed or blind. Each connection
/// has its own object, so that no two threads share one.
final class ProvenNodes {
    private final class Kept {
        let digest: Bytes16
        let node: IndexNode
        /// The name of the key that made the digest, which means nothing under another key.
        let key: Bytes16
        /// The state in which the node's row was last seen to hold this.
        let period: Int

        init(_ reference: IndexReference, _ node: IndexNode, _ key: NodeKey, _ period: Int) {
            (digest, self.node) = (reference.digest, node)
            (self.key, self.period) = (key.name, period)
        }
    }

    private var cache: BoundedCache<Kept>
    private var period = 0
    /// Two marks: blocks that were not seen in this state may be used, and one of them was.
    private var earlierBlocks = (areAllowed: false, wereUsed: false)

    init(mostBytes: Int) { cache = BoundedCache(mostBytes: max(mostBytes, Self.leastBytes)) }

    /// Every node on the way to an item is read more than once.
    private static let leastBytes = 256 << 10

    /// Begins a new state, in which rows may hold other nodes.
    func beginPeriod() { period += 1 }

    /// Runs a look-up with blocks as they were in earlier states, and once more with this state's if it ends
    /// at a row that does not hold the node.
    ///
    /// Whatever it finds is right; only the places of a block's children may be outdated, and a wrong child
    /// shows.
    func withEarlierBlocks<R>(_ body: () throws(StoreError) -> R) throws(StoreError) -> R {
        earlierBlocks = (true, false)
        do throws(StoreError) {
            defer { earlierBlocks.areAllowed = false }
            return try body()
        } catch {
            guard earlierBlocks.wereUsed, error.status == .invalidKeychain else { throw error }
        }
        return try body()
    }

    /// The node that a reference names; throws `invalidKeychain` when its row holds another one.
    func node(
        _ reference: IndexReference, _ key: NodeKey, _ connection: Connection
    ) throws(StoreError) -> IndexNode {
        let kept = cache.use(reference.node).flatMap {
            $0.digest == reference.digest && $0.key == key.name ? $0 : nil
        }
        if let kept, kept.node.isLeaf || kept.period == period { return kept.node }
        if let kept, earlierBlocks.areAllowed {
            earlierBlocks.wereUsed = true
            return kept.node
        }
        guard let content = try connection.node(reference.node, mostBytes: IndexNode.mostBytes) else {
            throw damaged(reference)
        }
        if let kept, kept.node.content == content {
            keep(kept.node, as: reference, key)
            return kept.node
        }
        guard let node = IndexNode(content: content), node.digest(key).isSame(as: reference.digest) else {
            throw damaged(reference)
        }
        keep(node, as: reference, key)
        return node
    }

    /// Keeps a node that is known to have the reference's digest.
    func keep(
        _ node: IndexNode, as reference: IndexReference, _ key: NodeKey, isWritten: Bool = false
    ) {
        let kept = Kept(reference, node, key, period)
        let byteCount = node.content.count + Self.ownBytes
        cache.keep(kept, reference.node, byteCount: byteCount, isAskedFor: !isWritten)
    }

    /// The bytes that the objects of a node take up, without its content.
    private static let ownBytes = 96

    /// The error for a node that is not the one that a reference names.
    ///
    /// What is wrong may be a block above it: no digest covers the rows that a block names. So every block is
    /// read again.
    func damaged(_ reference: IndexReference) -> StoreError {
        beginPeriod()
        return StoreError(
            .invalidKeychain,
            "the store's index was changed by something else (node \(reference.node)), and what it leads to cannot be "
                + "told; salvage takes the items into a new store")
    }
}

extension Bytes16 {
    /// Compares in a time that does not depend on where the bytes differ.
    func isSame(as other: Bytes16) -> Bool { (high ^ other.high) | (low ^ other.low) == 0 }
}

/// The key that makes the digests of an index; of one key set, as its index is.
final class NodeKey: Sendable {
    fileprivate let key: SealingKey
    /// Tells this key from every other for whoever must not keep it alive to remember it.
    let name = Bytes16.random()

    init(_ key: consuming SealingKey) { self.key = key }
}

extension IndexNode {
    /// The digest by which a node above this one, or the state, names it.
    func digest(_ key: NodeKey) -> Bytes16 { digest(key.key) }
}

/// Reads nodes of the index, and believes none whose digest is not the one that what lies above names.
///
/// What was proven once is kept with its digest, and a digest stands for one set of entries for ever: a leaf needs
/// neither reading nor hashing as long as what names it goes on naming it, whoever writes to the file meanwhile. A block
/// also says in which rows its children lie, which no digest covers: it is read again once the state is another one, and
/// need not be hashed if its bytes are the same. Sealed or blind is all that lies here. One for each connection, so that no
/// two threads meet.
final class ProvenNodes {
    private struct Kept {
        let digest: Bytes16
        let node: IndexNode
        /// The name of the key that made the digest: under another one it stands for nothing.
        let key: Bytes16
        /// The state under which the node's row held this.
        var period: Int
    }

    /// What was used lately, and what was used before that: the second goes when the first is full.
    private var (young, old): ([Int64: Kept], [Int64: Kept]) = ([:], [:])
    private var bytesOfYoung = 0
    private var period = 0
    /// Enough for all blocks of a million items.
    private static let mostBytes = 16 << 20

    /// From here on the state is another one, and rows may hold other nodes.
    func beginPeriod() { period += 1 }

    /// The node that a reference names; `invalidKeychain` when what its row holds is another one.
    func node(
        _ reference: IndexReference, _ key: NodeKey, _ connection: Connection
    ) throws(StoreError) -> IndexNode {
        let kept = kept(reference, key)
        if let kept, kept.node.isLeaf || kept.period == period { return kept.node }
        guard let content = try connection.node(reference.node, mostBytes: IndexNode.mostBytes) else {
            throw Self.damaged(reference)
        }
        if let kept, kept.node.content == content {
            keep(kept.node, as: reference, key)
            return kept.node
        }
        guard let node = IndexNode(content: content), node.digest(key).isSame(as: reference.digest) else {
            throw Self.damaged(reference)
        }
        keep(node, as: reference, key)
        return node
    }

    private func kept(_ reference: IndexReference, _ key: NodeKey) -> Kept? {
        if let kept = young[reference.node], kept.digest == reference.digest, kept.key == key.name {
            return kept
        }
        guard let kept = old[reference.node], kept.digest == reference.digest, kept.key == key.name else {
            return nil
        }
        keep(kept.node, as: reference, key, period: kept.period)
        return kept
    }

    /// Keeps a node whose digest is known to be the reference's.
    func keep(_ node: IndexNode, as reference: IndexReference, _ key: NodeKey) {
        keep(node, as: reference, key, period: period)
    }

    private func keep(_ node: IndexNode, as reference: IndexReference, _ key: NodeKey, period: Int) {
        if bytesOfYoung > Self.mostBytes / 2 { (old, young, bytesOfYoung) = (young, [:], 0) }
        let kept = Kept(digest: reference.digest, node: node, key: key.name, period: period)
        if young.updateValue(kept, forKey: reference.node) == nil { bytesOfYoung += node.content.count + 96 }
    }

    static func damaged(_ reference: IndexReference) -> StoreError {
        StoreError(
            .invalidKeychain,
            "the store's index was changed behind its back (node \(reference.node)), and what it leads to cannot be "
                + "told; salvage() takes the items into a new store")
    }
}

extension Bytes16 {
    /// Compares in a time that tells nothing of where the bytes differ.
    func isSame(as other: Bytes16) -> Bool { (high ^ other.high) | (low ^ other.low) == 0 }
}

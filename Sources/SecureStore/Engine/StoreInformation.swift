/// Numbers about a store and its file, for tools.
///
/// It names no items.
///
/// If the store was not unlocked, it has only what the file says in the clear, which anyone who can write the file
/// can change; see ``isProven``.
public struct StoreInformation: Hashable, Sendable {
    /// The file; nil for a store in memory.
    public let path: String?
    /// The number of the file's format.
    public let formatVersion: Int
    /// The 32 hexadecimal digits that identify the store.
    ///
    /// Its backups have the same ones.
    public let identifier: String
    /// The number of items of each class that has any; nil if the store was not unlocked.
    public let itemCounts: [ItemClass: Int]?
    /// The ways into the store, with what a guess at a passphrase costs; see ``isProven``.
    public let slots: [Slot]
    /// Grows with every change of the slots and of the keys.
    public let keysVersion: Int
    /// Grows with every change of the store; nil where the store is not unlocked, because it is sealed.
    public let sequenceNumber: UInt64?
    /// Whether the slots and the version of the keys are proven, which they are once the store was unlocked.
    public var isProven: Bool { sequenceNumber != nil }
    /// When the store locks by itself; nil unless it is unlocked.
    public let lockSettings: LockSettings?
    /// The size of the file in bytes.
    public let fileSize: Int
    /// The number of bytes of the file that are free; ``ItemStore/compact(onProgress:)`` releases them.
    public let freeBytes: Int
    /// The size of the journal in bytes: changes that are on disk and not yet in the file.
    public let journalSize: Int
    /// The permissions of the file, as `chmod` counts them; nil for a store in memory.
    public let mode: Int?
}

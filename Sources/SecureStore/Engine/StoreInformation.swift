/// What a store's file tells about itself, for tools: numbers, and no names of items.
///
/// Of a store that was not unlocked it has only what stands in the file in clear, which anyone can change who can write
/// the file: see ``isProven``.
public struct StoreInformation: Hashable, Sendable {
    /// The file; nil for a store in memory.
    public let path: String?
    /// The number of the file's format.
    public let formatVersion: Int
    /// Thirty-two hexadecimal digits that a store shares with its backups and with nothing else.
    public let identifier: String
    /// How many items there are of each class that has some; nil where the store was not unlocked.
    public let itemCounts: [ItemClass: Int]?
    /// The ways into the store, with what a guess at a passphrase costs; see ``isProven``.
    public let slots: [Slot]
    /// Grows with every change of the ways in and of the keys.
    public let keysVersion: Int
    /// Grows with every change of the store; nil where the store is not unlocked, because it is sealed.
    public let sequenceNumber: UInt64?
    /// Whether the store's keys vouch for the ways in and the version of the keys.
    public var isProven: Bool { sequenceNumber != nil }
    /// When the store locks by itself; nil unless it is unlocked.
    public let lockSettings: LockSettings?
    /// The size of the file in bytes.
    public let fileSize: Int
    /// How many of them hold nothing; ``ItemStore/compact(onProgress:)`` gives them back.
    public let freeBytes: Int
    /// The size of the journal in bytes: changes that are on disk and not yet in the file.
    public let journalSize: Int
    /// The permissions of the file, as `chmod` counts them; nil for a store in memory.
    public let mode: Int?
}

/// What a store's file tells about itself, for tools: numbers, and no names of items.
///
/// All but the sequence number and the settings stands in the file in clear, as it would for somebody without a key; what
/// ``ItemStore/verify(onProgress:)`` says is proved.
public struct StoreInformation: Hashable, Sendable {
    /// The file; nil for a store in memory.
    public let path: String?
    /// The number of the file's format.
    public let formatVersion: Int
    /// Thirty-two hexadecimal digits that a store shares with its backups and with nothing else.
    public let identifier: String
    /// How many items there are of each class that has rows of its own.
    public let itemCounts: [ItemClass: Int]
    /// The ways into the store, with what a guess at a passphrase costs.
    public let slots: [Slot]
    /// Grows with every change of the ways in and of the keys.
    public let keysVersion: Int
    /// Grows with every change of the store; nil where the store is not unlocked, because it is sealed.
    public let sequenceNumber: UInt64?
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

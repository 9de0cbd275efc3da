/// Facts and numbers about a store and its file, for tools.
///
/// It names no items. If the store was not unlocked, it only repeats what the file says unencrypted, which
/// anyone who can write to the file can change; see ``isProven``.
public struct StoreInformation: Hashable, Sendable {
    /// The path of the file; nil for a store in memory.
    public let path: String?
    /// The number of the file's format.
    public let formatVersion: Int
    /// The 32 hexadecimal digits that identify the store.
    ///
    /// Its backups have the same identifier.
    public let identifier: String
    /// The number of items in each class that has any; nil if the store was not unlocked.
    public let itemCounts: [ItemClass: Int]?
    /// The slots that open the store, with what a guess at a passphrase costs; see ``isProven``.
    public let slots: [KeySlot]
    /// True from the beginning of a rotation to its end, also if it was interrupted: see
    /// ``ItemStore/rotateKeys(onProgress:)``.
    public let isRotating: Bool
    /// True if some items that stay on one machine cannot be added, because the store has no keys for them.
    package let lacksRoots: Bool
    /// Increases with every change of the slots and of the keys.
    public let keysVersion: Int
    /// Increases with every change of the store; nil if the store was not unlocked, because it is sealed.
    public let sequenceNumber: UInt64?
    /// True if the slots and the version of the keys are proven, as they are once the store was unlocked.
    public var isProven: Bool { sequenceNumber != nil }
    /// The settings for when kept keys are given up; nil while the store is not unlocked.
    public let lockSettings: LockSettings?
    /// The size of the file in bytes.
    public let fileSize: Int
    /// The number of unused bytes in the file, which ``ItemStore/compact(onProgress:)`` releases.
    public let freeBytes: Int
    /// The size of the journal in bytes: changes that are on the disk but not yet in the file.
    public let journalSize: Int
    /// True if a look-up of what was read before reads no file; nil where that does not apply: in memory, and
    /// in a file that nobody writes to, also where a writer has left changes in its journal.
    ///
    /// False means that SQLite keeps the index of its journal in another way than all versions known so far.
    public let hasFastReads: Bool?
    /// The permissions of the file, as `chmod` takes them; nil for a store in memory.
    public let mode: Int?
}

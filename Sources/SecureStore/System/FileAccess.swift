/// The access with which a store's file is opened: for reading and writing, or for reading only.
enum FileAccess: Hashable, Sendable {
    case readWrite
    /// Reading only: nothing is written to the file or beside it, so neither needs to be writable.
    case readOnly

    /// The error for every change of a store that was opened for reading only.
    static let refusal = StoreError(
        .readOnly,
        "the store was opened for reading only and takes no change; open it where it can be written")
}

/// With which rights a store's file is opened.
enum FileAccess: Hashable, Sendable {
    case readWrite
    /// Nothing is written, neither to the file nor beside it, and nothing has to be writable.
    case readOnly

    /// The answer to every change of a store that was opened for reading only.
    static let refusal = StoreError(
        .readOnly,
        "the store was opened for reading only and takes no change; open it where it can be written")
}

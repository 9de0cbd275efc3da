public import FoundationEssentials

extension StoreError: LocalizedError {
    /// The description, which is what `localizedDescription` says too.
    public var errorDescription: String? { description }
}

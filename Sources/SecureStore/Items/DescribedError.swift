public import FoundationEssentials

/// An error of this package, whose `localizedDescription` is its description.
public protocol DescribedError: LocalizedError, CustomStringConvertible {}

extension DescribedError {
    /// The description, which `localizedDescription` then says, too.
    public var errorDescription: String? { description }
}

extension StoreError: DescribedError {}

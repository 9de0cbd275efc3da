@testable import SecureStore

/// The status of what `body` throws; nil when it throws nothing, or an error that is not ours.
func thrownStatus(_ body: () throws -> Void) -> StoreStatus? {
    do {
        try body()
        return nil
    } catch {
        return (error as? StoreError)?.status
    }
}

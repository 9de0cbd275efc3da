import SecureStore

/// The key of an unlocked store, which the kernel keeps for the commands that follow.
enum KeptKey {
    /// How many seconds unlocking lasts, if nothing else is said.
    static let usual = 15 * 60
    static let longest = 30 * 86_400

    /// Keeps it; a store that opens by itself needs none.
    static func keep(of store: ItemStore, for seconds: Int = usual) throws {
        guard try !store.protection.opensWithDeviceKey else { return }
        let (key, keyring) = (try store.sessionKey(), try KernelKeyring(for: store))
        do throws(KernelKeyring.Refusal) { try keyring.keep(key, for: seconds) } catch {
            throw CommandError.failure(
                "the kernel does not keep the key: \(error.reason)", hint: Unlocking.unattendedWays)
        }
    }

    /// Forgets it, if it is kept.
    static func forget(of store: ItemStore) throws(StoreError) {
        let keyring = try KernelKeyring(for: store)
        // Where the kernel refuses, it has kept nothing either.
        _ = try? keyring.remove()
    }
}

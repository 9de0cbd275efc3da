extension ItemStore {
    /// Deletes a store's file with everything in it, and forgets that a default store was there.
    ///
    /// The items are gone from the disk when this returns. Programs that have the store open get
    /// ``StoreStatus/notAvailable``. Throws ``StoreStatus/noSuchKeychain`` if the file is missing, and
    /// ``StoreStatus/invalidKeychain`` for a file that is not a store, which stays.
    public static func delete(at path: String) throws(StoreError) {
        // Once the file is deleted, it is too late to find that the list cannot be changed.
        try KnownStores.forget(path, isTrial: true)
        do throws(StoreError) { try Engine.deleteFile(at: path) } catch {
            if error.status == .noSuchKeychain { try KnownStores.forget(path) }
            throw error
        }
        try KnownStores.forget(path)
    }
}

extension ItemStore {
    /// Deletes a store's file with everything in it, and forgets that it was there.
    ///
    /// It is gone from the disk when this returns; whoever has it open gets ``Status/notAvailable`` from then on. Throws
    /// ``Status/noSuchKeychain`` for a file that is missing, after forgetting it, and deletes nothing but stores.
    public static func delete(at path: String) throws(StoreError) {
        do throws(StoreError) { try Engine.deleteFile(at: path) } catch {
            if error.status == .noSuchKeychain { try KnownStores.forget(path) }
            throw error
        }
        try KnownStores.forget(path)
    }
}

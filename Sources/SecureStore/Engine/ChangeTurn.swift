/// The turn of a host, in which it may add a change.
package protocol ChangeTurn: KeptChanges {
    /// Adds a change after the newest.
    ///
    /// When this returns, the change is kept for good. It throws ``Status/notAvailable`` if the change is not kept, and
    /// `unknownOutcome` if that could not be learned in time.
    func keep(_ change: borrowing OutgoingChange) throws(StoreError)
}

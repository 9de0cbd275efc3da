internal import SecureStoreCertificates
internal import SecureStore

/// Keys that are not extractable; a public half is never one, whatever it is marked as.
extension ItemAttributes {
    private var stays: Bool {
        itemClass == .key && self[.isExtractable]?.number == 0
            && self[.keyClass]?.number != Int64(KeyClass.public.rawValue)
    }

    /// Throws `keyIsSensitive` for a key whose bytes leave by no call.
    func checkLeaves() throws(StoreError) {
        guard stays else { return }
        throw StoreError(
            .keyIsSensitive,
            "the key is not extractable, so its bytes are not given out; ask for a reference (r_Ref), which "
                + "signs and decrypts, or search for keys that are (extr)")
    }

    /// Throws `keyIsSensitive` where a key that stays would not stay any more with these attributes.
    func checkStays(in new: ItemAttributes) throws(StoreError) {
        guard stays, !new.stays else { return }
        throw StoreError(
            .keyIsSensitive,
            "a key that is not extractable stays so; leave its mark (extr) and its class (kcls) as they are, "
                + "or make a new key")
    }
}

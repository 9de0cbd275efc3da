private import CSecureStoreSodium

let saltByteCount = 16

func checkSalt(_ salt: [UInt8]) throws(StoreError) {
    guard salt.count == saltByteCount else {
        throw StoreError(.param, "a salt must have \(saltByteCount) bytes, not \(salt.count)")
    }
}

/// Derives a key from a passphrase with this salt and cost: Argon2id, version 1.3, one lane.
///
/// Throws ``StoreStatus/param`` unless the cost is ``PassphraseCost/isAcceptableToRead`` and the salt has 16
/// bytes, and ``StoreStatus/allocate`` when there is not enough memory.
func wrappingKey(
    from passphrase: SecretBytes, salt: [UInt8], cost: PassphraseCost
) throws(StoreError) -> SealingKey {
    try checkSalt(salt)
    guard cost.isAcceptableToRead else {
        throw StoreError(
            .param,
            "a passphrase cost of \(cost.passes) passes over \(cost.memory) bytes is not "
                + "allowed; \(PassphraseCost.limits)")
    }
    return try unsafe SealingKey { output throws(StoreError) in
        let code = passphrase.withRawBytes { passphrase -> Int32 in
            guard let key = output.baseAddress else { return -1 }
            // An empty passphrase has no address. C needs one, but reads nothing there.
            let start = unsafe passphrase.start ?? UnsafeRawPointer(key)
            return unsafe crypto_pwhash(
                key, UInt64(output.count), start, UInt64(passphrase.byteCount), salt, UInt64(cost.passes),
                cost.memory, crypto_pwhash_ALG_ARGON2ID13)
        }
        // Lengths and costs have been checked, so what is missing is memory.
        guard code == 0 else {
            throw StoreError(
                .allocate,
                "hashing the passphrase takes \(cost.memory) bytes of memory, which could not be "
                    + "allocated; end other programs, or raise the limit of memory")
        }
    }
}

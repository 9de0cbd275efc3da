private import CSecureStoreSodium

/// The number of bytes of a salt.
let saltByteCount = 16

/// The key that a passphrase gives with this salt, at this cost: Argon2id, version 1.3, in one lane.
///
/// The cost must be one that ``PassphraseCost/isAcceptableToRead``, and the salt 16 bytes, else ``Status/param``.
/// Throws ``Status/allocate`` when the memory is not to be had.
func wrappingKey(
    from passphrase: SecretBytes, salt: [UInt8], cost: PassphraseCost
) throws(StoreError) -> SealingKey {
    guard salt.count == saltByteCount else { throw StoreError(.param, "a salt of \(salt.count) bytes") }
    guard cost.isAcceptableToRead else {
        throw StoreError(
            .param, "the passphrase cost is not allowed: \(cost.passes) passes over \(cost.memory) bytes")
    }
    return try unsafe SealingKey { output throws(StoreError) in
        let code = passphrase.withRawBytes { passphrase in
            unsafe passphrase.withUnsafeBytes { passphrase -> Int32 in
                guard let key = output.baseAddress else { return -1 }
                // An empty passphrase has no address. C wants one, and reads nothing there.
                let start = unsafe passphrase.baseAddress ?? UnsafeRawPointer(key)
                return unsafe crypto_pwhash(
                    key, UInt64(output.count), start, UInt64(passphrase.count), salt, UInt64(cost.passes),
                    cost.memory, crypto_pwhash_ALG_ARGON2ID13)
            }
        }
        // Lengths and costs are within its bounds by now, so memory is what it lacks.
        guard code == 0 else {
            throw StoreError(.allocate, "no \(cost.memory) bytes of memory to hash the passphrase with")
        }
    }
}

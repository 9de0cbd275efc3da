private import CSecureStoreOpenSSL
package import SecureStore

/// Diffie-Hellman in the numbers modulo a prime.
package enum PrimeGroup {
    /// A base to a power that is secret, in as many bytes as the prime has.
    ///
    /// Nil for a base that is zero, one, the prime less one, or above: anybody knows its powers.
    package static func power(
        _ base: SecretBytes, _ exponent: SecretBytes, modulo prime: SecretBytes
    ) throws(StoreError) -> SecretBytes? {
        try unsafe LibCrypto.calculate { context throws(StoreError) -> SecretBytes? in
            guard let number = unsafe LibCrypto.number(0..<base.count, of: base, BN_CTX_get(context)),
                let own = unsafe LibCrypto.number(0..<exponent.count, of: exponent, BN_CTX_get(context)),
                let modulus = unsafe LibCrypto.number(0..<prime.count, of: prime, BN_CTX_get(context)),
                let less = unsafe LibCrypto.number(0..<prime.count, of: prime, BN_CTX_get(context)),
                let result = unsafe BN_CTX_get(context), unsafe BN_sub_word(less, 1) == 1
            else { throw LibCrypto.failed("calculate") }
            guard unsafe BN_is_zero(number) == 0, unsafe BN_is_one(number) == 0,
                unsafe BN_cmp(number, less) < 0
            else { return nil }
            unsafe BN_set_flags(own, BN_FLG_CONSTTIME)
            guard unsafe BN_mod_exp(result, number, own, modulus, context) == 1 else {
                throw LibCrypto.failed("calculate")
            }
            return try unsafe LibCrypto.bytes(of: result, prime.count)
        }
    }
}

extension LibCrypto {
    /// Lends a context, whose numbers are erased when it goes.
    static func calculate<R>(
        _ body: (OpaquePointer) throws(StoreError) -> R
    ) throws(StoreError) -> R {
        try secretly { () throws(StoreError) in
            guard let context = unsafe BN_CTX_secure_new() else { throw failed("calculate") }
            defer { unsafe BN_CTX_free(context) }
            unsafe BN_CTX_start(context)
            defer { unsafe BN_CTX_end(context) }
            return try unsafe body(context)
        }
    }

    /// Reads a number of the caller's; nil without one.
    static func number(
        _ range: Range<Int>, of bytes: SecretBytes, _ number: OpaquePointer?
    ) -> OpaquePointer? {
        guard let number = unsafe number else { return nil }
        return unsafe withPointer(bytes) { bytes in
            let part = unsafe UnsafeBufferPointer(rebasing: bytes[range])
            return unsafe BN_bin2bn(part.baseAddress, Int32(part.count), number)
        }
    }

    /// A number in so many bytes, most significant first.
    static func bytes(of number: OpaquePointer, _ count: Int) throws(StoreError) -> SecretBytes {
        try unsafe fill(capacity: count, or: "calculate") { target in
            unsafe BN_bn2binpad(number, target, Int32(count)) == Int32(count) ? count : nil
        }
    }
}

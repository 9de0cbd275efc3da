private import CSecureStoreOpenSSL
internal import SecureStore

/// The key that OpenSSH makes of a passphrase: bcrypt, repeated as PBKDF2 does.
///
/// libcrypto does not have it.
enum BcryptKey {
    /// How many rounds are made: each takes about seven milliseconds, and files have 16 or 24 as a rule.
    static let roundLimit = 300
    /// As many repetitions of a hash take as long as a round.
    static let repetitionsOfRound = 6_600

    /// Where the parts of what it works with lie, in bytes.
    private enum Place {
        static let (passphrase, salt, block, sum, state, end) = (0, 64, 128, 160, 192, 192 + 1_042 * 4)
    }

    static func derive(
        _ byteCount: Int, from passphrase: SecretBytes, salt: [UInt8], rounds: Int
    ) throws(StoreError) -> SecretBytes {
        // Erased with the rest: it goes when this returns.
        var isDone = false
        return try unsafe LibCrypto.fill(capacity: byteCount, or: "make a key") { target throws(StoreError) in
            _ = try unsafe LibCrypto.fill(capacity: Place.end + 8, or: "make a key") { memory in
                let work = unsafe UnsafeMutableRawPointer(memory).alignedUp(for: UInt32.self)
                isDone = unsafe derive(byteCount, passphrase, salt, rounds, work, target)
                return Place.end
            }
            return isDone ? byteCount : nil
        }
    }

    private static func derive(
        _ byteCount: Int, _ passphrase: SecretBytes, _ salt: [UInt8], _ rounds: Int,
        _ work: UnsafeMutableRawPointer, _ target: UnsafeMutablePointer<UInt8>
    ) -> Bool {
        let isHashed = unsafe LibCrypto.withPointer(passphrase) { text in
            unsafe hash(text.baseAddress, text.count, work + Place.passphrase)
        }
        guard isHashed else { return false }
        let stride = (byteCount + 31) / 32
        let (block, sum) = unsafe (
            (work + Place.block).assumingMemoryBound(to: UInt8.self),
            (work + Place.sum).assumingMemoryBound(to: UInt8.self)
        )
        for number in 0..<stride {
            let counted = salt + (0..<4).map { UInt8(truncatingIfNeeded: (number + 1) >> (24 - 8 * $0)) }
            guard unsafe hash(counted, counted.count, work + Place.salt) else { return false }
            for round in 0..<rounds {
                if round > 0 {
                    guard unsafe hash(block, 32, work + Place.salt) else { return false }
                }
                unsafe bcrypt(work)
                for index in 0..<32 {
                    unsafe sum[index] = round == 0 ? block[index] : sum[index] ^ block[index]
                }
            }
            // The blocks lie across each other, so that half a key cannot be had for half the work.
            for (index, place) in Swift.stride(from: number, to: byteCount, by: stride).enumerated() {
                unsafe target[place] = sum[index]
            }
        }
        return true
    }

    private static func hash(
        _ bytes: UnsafePointer<UInt8>?, _ count: Int, _ target: UnsafeMutableRawPointer
    ) -> Bool {
        unsafe EVP_Digest(bytes, count, target.assumingMemoryBound(to: UInt8.self), nil, EVP_sha512(), nil)
            == 1
    }

    /// One bcrypt of passphrase and salt, each as its hash, with 64 repetitions of the key schedule.
    private static func bcrypt(_ work: UnsafeMutableRawPointer) {
        let state = unsafe (work + Place.state).assumingMemoryBound(to: UInt32.self)
        for (index, word) in PiDigits.words.enumerated() { unsafe state[index] = word }
        let (passphrase, salt) = unsafe (
            (work + Place.passphrase).assumingMemoryBound(to: UInt8.self),
            (work + Place.salt).assumingMemoryBound(to: UInt8.self)
        )
        unsafe expand(state, passphrase, salt)
        for _ in 0..<64 {
            unsafe expand(state, salt, nil)
            unsafe expand(state, passphrase, nil)
        }
        let block = unsafe (work + Place.block).assumingMemoryBound(to: UInt8.self)
        for (index, byte) in "OxychromaticBlowfishSwatDynamite".utf8.enumerated() {
            unsafe block[index] = byte
        }
        for pair in 0..<4 {
            var (left, right) = unsafe (word(block, 2 * pair), word(block, 2 * pair + 1))
            for _ in 0..<64 { unsafe encipher(state, &left, &right) }
            for index in 0..<4 {
                unsafe block[8 * pair + index] = UInt8(truncatingIfNeeded: left >> (8 * index))
                unsafe block[8 * pair + 4 + index] = UInt8(truncatingIfNeeded: right >> (8 * index))
            }
        }
    }

    /// The key schedule with 64 bytes of key, and perhaps 64 bytes of salt mixed in.
    private static func expand(
        _ state: UnsafeMutablePointer<UInt32>, _ key: UnsafePointer<UInt8>, _ salt: UnsafePointer<UInt8>?
    ) {
        for index in 0..<18 { unsafe state[index] ^= word(key, index % 16) }
        var (left, right, place) = (UInt32(0), UInt32(0), 0)
        for index in Swift.stride(from: 0, to: 1_042, by: 2) {
            if let salt = unsafe salt {
                unsafe left ^= word(salt, place)
                unsafe right ^= word(salt, place + 1)
                place = (place + 2) % 16
            }
            unsafe encipher(state, &left, &right)
            unsafe (state[index], state[index + 1]) = (left, right)
        }
    }

    /// A word of some bytes, most significant first.
    private static func word(_ bytes: UnsafePointer<UInt8>, _ index: Int) -> UInt32 {
        unsafe UInt32(bytes[4 * index]) << 24 | UInt32(bytes[4 * index + 1]) << 16
            | UInt32(bytes[4 * index + 2]) << 8 | UInt32(bytes[4 * index + 3])
    }

    /// Blowfish: 16 rounds over two words.
    @inline(__always)
    private static func encipher(
        _ state: UnsafeMutablePointer<UInt32>, _ left: inout UInt32, _ right: inout UInt32
    ) {
        let boxes = unsafe state + 18
        var (a, b) = (left, right)
        for round in 0..<16 {
            unsafe a ^= state[round]
            let mixed =
                unsafe (boxes[Int(a >> 24)] &+ boxes[256 + Int(a >> 16 & 0xff)])
                ^ boxes[512 + Int(a >> 8 & 0xff)]
            unsafe b ^= mixed &+ boxes[768 + Int(a & 0xff)]
            (a, b) = (b, a)
        }
        unsafe (left, right) = (b ^ state[17], a ^ state[16])
    }
}

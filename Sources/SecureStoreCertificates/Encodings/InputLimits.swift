internal import SecureStore

/// Bounds on what is read.
enum InputLimits {
    /// The next step for a key, a certificate or a text that is broken.
    static let anotherCopy = "it is damaged, or of another kind: take another copy"
    /// The largest key there is has 10 KiB, and real certificates have a few thousand bytes.
    static let byteCount = 1 << 20
    /// Each repetition of some derivations reads all of the passphrase.
    static let passphraseByteCount = 4_096

    static func check(_ count: Int, _ what: String, upTo limit: Int = byteCount) throws(StoreError) {
        guard count <= limit else {
            throw StoreError(.dataTooLarge, "\(what) of \(count) bytes; at most \(limit) are read")
        }
    }

    static func check(passphrase: SecretBytes?) throws(StoreError) {
        guard let passphrase, passphrase.count > passphraseByteCount else { return }
        throw StoreError(
            .param, "a passphrase of \(passphrase.count) bytes; at most \(passphraseByteCount) are taken")
    }
}

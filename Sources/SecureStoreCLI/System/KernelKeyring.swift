private import CSecureStoreLinux
private import Glibc
import SecureStore

/// The key of an unlocked store, kept by the kernel for a time and for this user.
///
/// In the user's keyring, so that all sessions of the user share it, as they share an unlocked keychain on
/// macOS; it is gone when its time is over, and with the user's last process. Only who finds it through that
/// keyring can use it, not who merely knows its number. Its name is the store's random identifier, which says
/// nothing of where or what the store is.
struct KernelKeyring {
    private let name: String

    init(for store: ItemStore) throws(StoreError) { name = "securestore:" + (try store.identifier()) }

    private static let keyType = "user"
    /// The rights of a possessor of the key: view, read, find and link it, and set its attributes.
    private static let possessorOnly = 0x3b00_0000
    private static let largestKey = 4096

    /// Keeps a key for a time or without an end, in the place of the one that is kept already.
    ///
    /// It gets its end and its rights while only this process has it, so that whatever happens none stays
    /// longer.
    func keep(_ key: SecretBytes, for time: Duration?) throws(CommandError) {
        // The kernel takes 0 for no end, which also takes away the one of an earlier key.
        let seconds = time.map { Int($0.components.seconds) } ?? 0
        let number = key.withRawBytes { bytes in
            unsafe bytes.withUnsafeBytes { bytes in
                unsafe securestore_add_key(
                    Self.keyType, name, bytes.baseAddress, UInt(bytes.count), KEY_SPEC_PROCESS_KEYRING)
            }
        }
        guard number > 0,
            securestore_keyctl(KEYCTL_SETPERM, number, Self.possessorOnly, 0, 0) == 0,
            securestore_keyctl(KEYCTL_SET_TIMEOUT, number, seconds, 0, 0) == 0,
            securestore_keyctl(KEYCTL_LINK, number, Int(KEY_SPEC_USER_KEYRING), 0, 0) == 0
        else {
            throw .failure(
                "the kernel does not keep the key: \(SystemMessage.last)", hint: Unlocking.unattendedWays)
        }
    }

    /// True if a key is kept that this process can find.
    var isKept: Bool { number() != nil }

    /// The key that is kept; nil when there is none, or the kernel does not give it.
    func key() throws -> SecretBytes? {
        guard let number = number() else { return nil }
        var length = 0
        let buffer = try SecretBytes(count: Self.largestKey) { target in
            length = unsafe target.withUnsafeMutableBytes { bytes in
                unsafe securestore_key_read(Int32(number), bytes.baseAddress, UInt(bytes.count))
            }
        }
        guard 1...Self.largestKey ~= length else { return nil }
        return try buffer.part(0..<length)
    }

    /// Takes the key away, if it is there; the reason why the kernel keeps no keys here.
    ///
    /// A key that stays, or may be there, is an error: nobody may take the store for locked.
    @discardableResult
    func remove() throws -> String? {
        guard let number = number() else {
            let refusal = errno
            if Self.absences.contains(refusal) { return nil }
            // Only these say that there are no such calls; others pass, as when a quota is used up.
            try require(
                [ENOSYS, EPERM].contains(refusal),
                "the kernel does not say whether it keeps the key: \(SystemMessage.text(for: refusal))")
            return SystemMessage.text(for: refusal)
        }
        guard securestore_keyctl(KEYCTL_INVALIDATE, number, 0, 0, 0) == 0 else {
            throw CommandError.failure("the kernel still keeps the key: \(SystemMessage.last)")
        }
        return nil
    }

    /// The reason why the kernel keeps no keys here, as in a container that forbids the calls; nil where it
    /// does.
    func refusalToFind() -> String? {
        guard number() == nil, !Self.absences.contains(errno) else { return nil }
        return SystemMessage.last
    }

    /// The errors that say that there is no such key.
    private static let absences = [ENOKEY, EKEYEXPIRED, EKEYREVOKED]

    /// The time that the key stays, as `/proc/keys` says it, such as 59m; nil when it has no end, or nothing
    /// tells.
    func timeLeft() -> String? {
        guard let number = number(), let list = try? SecretInput.file("/proc/keys") else { return nil }
        for line in list.lines() {
            let words = list.text(line)?.split(separator: " ", maxSplits: 4) ?? []
            guard words.count == 5, Int(words[0], radix: 16) == number else { continue }
            return words[3] == "perm" ? nil : String(words[3])
        }
        return nil
    }

    private func number() -> Int? {
        // A session may have been made without a link to its user's keyring, as services and containers are.
        // Where this is refused, the search is too, and says why.
        _ = securestore_keyctl(
            KEYCTL_LINK, Int(KEY_SPEC_USER_KEYRING), Int(KEY_SPEC_PROCESS_KEYRING), 0, 0)
        let number = unsafe securestore_key_search(KEY_SPEC_USER_KEYRING, Self.keyType, name)
        return number > 0 ? number : nil
    }
}

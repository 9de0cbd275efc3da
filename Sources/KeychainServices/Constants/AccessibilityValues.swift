// Values of kSecAttrAccessible.
// Shared by all threads without a lock, because nobody can change them: see `Constant`.

/// While the store is unlocked; the default.
@safe public nonisolated(unsafe) let kSecAttrAccessibleWhenUnlocked: CFString = Constant("ak")

/// From the first unlock on.
@safe public nonisolated(unsafe) let kSecAttrAccessibleAfterFirstUnlock: CFString = Constant("ck")

/// Deprecated by Apple; here the same as after the first unlock.
@safe public nonisolated(unsafe) let kSecAttrAccessibleAlways: CFString = Constant("dk")

/// While unlocked, and only on this machine.
@safe public nonisolated(unsafe) let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = Constant(
    "aku")

/// From the first unlock on, and only on this machine.
@safe public nonisolated(unsafe) let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString =
    Constant(
        "cku")

/// Deprecated by Apple; here the same as after the first unlock on this machine.
@safe public nonisolated(unsafe) let kSecAttrAccessibleAlwaysThisDeviceOnly: CFString = Constant("dku")

/// While unlocked, and only as long as the store has a passphrase.
@safe public nonisolated(unsafe) let kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString = Constant(
    "akpu")

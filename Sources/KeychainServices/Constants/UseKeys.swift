// How a call is carried out.
// Shared by all threads without a lock, because nobody can change them: see `Constant`.

/// Items to search or to add; not supported.
@safe public nonisolated(unsafe) let kSecUseItemList: CFString = Constant("u_ItemList")

/// The keychain that a call is for.
@safe public nonisolated(unsafe) let kSecUseKeychain: CFString = Constant("u_Keychain")

/// A text for a prompt; nothing here prompts.
@safe public nonisolated(unsafe) let kSecUseOperationPrompt: CFString = Constant("u_OpPrompt")

/// Whether prompts are forbidden; nothing here prompts.
@safe public nonisolated(unsafe) let kSecUseNoAuthenticationUI: CFString = Constant("u_NoAuthUI")

/// What happens to items that need a prompt.
@safe public nonisolated(unsafe) let kSecUseAuthenticationUI: CFString = Constant("u_AuthUI")

/// Prompts are allowed.
@safe public nonisolated(unsafe) let kSecUseAuthenticationUIAllow: CFString = Constant("u_AuthUIA")

/// Items that need a prompt fail the call.
@safe public nonisolated(unsafe) let kSecUseAuthenticationUIFail: CFString = Constant("u_AuthUIF")

/// Items that need a prompt are skipped; for searches only.
@safe public nonisolated(unsafe) let kSecUseAuthenticationUISkip: CFString = Constant("u_AuthUIS")

/// A context that was authenticated before; ignored.
@safe public nonisolated(unsafe) let kSecUseAuthenticationContext: CFString = Constant("u_AuthCtx")

/// Accepted everywhere; there is one kind of keychain here.
@safe public nonisolated(unsafe) let kSecUseDataProtectionKeychain: CFString = Constant("nleg")

/// Accepted, and ignored.
@safe public nonisolated(unsafe) let kSecUseUserIndependentKeychain: CFString = Constant(
    "u_UserIndependentKeychain")

// The README's snippets, where the compiler sees them: each is the body of one function, in the README's order.
// Never called; what they need comes as parameters.

import SecureStore
import TokenVault

func transaction(
    _ store: ItemStore, _ access: GenericPassword, _ accessToken: SecretBytes, _ refresh: GenericPassword,
    _ refreshToken: SecretBytes
) throws {
    try store.transaction { changes in
        try changes.set(access, secret: accessToken)
        try changes.set(refresh, secret: refreshToken)
    }
}

func lock(_ store: ItemStore, _ passphrase: SecretBytes) throws -> SecretBytes {
    try store.setPassphrase(passphrase)
    let recoveryCode = try store.addRecoveryCode()
    store.lock()
    try store.unlock(with: .passphrase(passphrase))
    return recoveryCode  // not in the README
}

func tokens(
    _ store: ItemStore, _ answerToTheLogin: SecretBytes,
    _ ask: @escaping @Sendable (Token?) async throws -> (Int, SecretBytes)
) async throws -> Token {
    let vault = TokenVault(store, service: "api.example")
    try vault.save(TokenPair(response: answerToTheLogin), for: "maria")
    let token = try await vault.validAccessToken(for: "maria") { old in
        let (status, body) = try await ask(old.refreshToken)
        guard status == 200 else { throw RefreshFailure(statusCode: status, body: body, retryAfter: nil) }
        return try TokenPair(response: body, replacing: old)
    }
    return token  // not in the README
}

func addOnce(_ store: ItemStore, _ mail: GenericPassword, _ password: SecretBytes) throws {
    do {
        try store.add(mail, secret: password)
    } catch {
        guard error.status == .duplicateItem else { throw error }
        print("\(mail.account) is stored already")
    }
}

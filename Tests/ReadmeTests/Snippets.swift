// The README's snippets, where the compiler sees them: each is the body of one function, in the README's
// order. Never called; what they need comes as parameters.

import SecureStore
import TokenVault

func storeAndRead(_ store: ItemStore, _ mail: GenericPassword) throws {
    let labelled = GenericPassword(service: "mail.example", account: "maria", label: "Mail")
    try store.set(labelled)  // the secret stays
    try store.update(mail, Changes().set(.label, to: "Post").remove(.comment))
}

func find(_ store: ItemStore) throws -> Any {
    let query = Query<GenericPassword>().where(.service, equals: "mail.example")
    let oldest = try store.first(query)  // or nil
    let all = try store.copyMatching(query, returning: .attributes)  // itemNotFound if there is none
    let page = try store.page(query, after: nil, limit: 100)  // page.matches, page.next
    return (oldest, all, page)  // not in the README
}

func change(
    _ store: ItemStore, _ access: GenericPassword, _ accessToken: SecretBytes, _ refresh: GenericPassword,
    _ refreshToken: SecretBytes
) throws(StoreError) {
    try store.transaction { changes throws(StoreError) in
        try changes.set(access, secret: accessToken)
        try changes.set(refresh, secret: refreshToken)
    }
}

func awaited(
    _ store: ItemStore, _ mail: GenericPassword, _ query: Query<GenericPassword>
) async throws -> Any {
    let password = try await store.secret(of: mail)
    for try await match in store.items(query) { print(match.item.account) }
    for try await change in store.changes(of: query) { print(change.kind, change.reference) }
    return password as Any  // not in the README
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

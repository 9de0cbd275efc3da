import SecureStore

/// The work of the programs whose start is measured: one look-up in the default store.
public func lookUp() throws -> String {
    let query = Query<GenericPassword>().where(.service, equals: "mail.example")
    let secret = try ItemStore.openDefault().only(query).secret
    return secret?.withBytes { String(decoding: $0, as: UTF8.self) } ?? ""
}

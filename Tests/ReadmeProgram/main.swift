import SecureStore

let store = try ItemStore.openOrCreateDefault()
let mail = GenericPassword(service: "mail.example", account: "maria", label: "Mail")

// From a prompt, a file or the network; here from the source, which is no place for a real one.
try store.set(mail, secret: SecretBytes(copying: "correct horse".utf8))

let query = Query<GenericPassword>().where(.service, equals: "mail.example")
for match in try store.copyMatching(query.limit(.all)) {
    print(match.item.account, match.secret?.count ?? 0, "bytes")
}

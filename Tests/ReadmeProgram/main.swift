import SecureStore

let store = try ItemStore.openOrCreateDefault()
let mail = GenericPassword(service: "mail.example", account: "maria")

// From a prompt, a file or the network; here from the source, which is no place for a real one.
try store.set(mail, secret: SecretBytes(utf8: "correct horse"))

if let password = try store.secret(of: mail) {
    print(try password.text())
}

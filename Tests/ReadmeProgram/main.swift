import SecureStore

let store = try ItemStore.openOrCreateDefault()
let mail = GenericPassword(service: "mail.example", account: "maria")

// Get the secret from a prompt, a file or the network. It stands here only to keep the example short.
try store.set(mail, secret: SecretBytes(utf8: "correct horse"))

if let password = try store.secret(of: mail) {
    print(try password.text())
}

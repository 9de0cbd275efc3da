import SecureStore

extension GenericPassword {
    /// What belongs to a login, as in `maria (notes)`, and is the secret of an item of its own.
    init(service: String, extra name: String, of username: String, kind: String) {
        self.init(service: service, account: username.isEmpty ? name : "\(username) (\(name))")
        self.kind = kind
    }

    /// Whether it looks like one of those.
    var isExtra: Bool {
        guard let kind, !kind.isEmpty else { return false }
        // Several of one kind are counted.
        let name = account.hasSuffix(")") ? account.dropLast() : account[...]
        let digits = name.reversed().prefix { $0.isNumber }.count
        let uncounted = digits > 0 ? name.dropLast(digits + 1) : name
        return [name, uncounted].contains { $0 == kind || $0.hasSuffix("(\(kind)") }
    }
}

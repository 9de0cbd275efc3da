import SecureStore

/// The items that a command is to change, by words or by reference.
enum ItemTarget {
    case generic(Query<GenericPassword>)
    case internet(Query<InternetPassword>)
    case certificate(Query<CertificateItem>)
    case key(Query<KeyItem>)

    init(_ arguments: Arguments) throws {
        let words = try ItemWords(arguments)
        guard let text = arguments.value(of: .reference) else {
            try words.requireSome(arguments)
            self = words.isInternet ? .internet(words.internetQuery) : .generic(words.genericQuery)
            return
        }
        let reference = try ItemReference(text: text)
        switch reference.itemClass {
        case .genericPassword: self = .generic(words.genericQuery.reference(reference))
        case .internetPassword: self = .internet(words.internetQuery.reference(reference))
        case .certificate: self = .certificate(Query().reference(reference))
        case .key: self = .key(Query().reference(reference))
        case .identity: throw arguments.usage("an identity is a certificate and a key; name one of them")
        }
    }
}

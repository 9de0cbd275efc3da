internal import SecureStoreCertificates
internal import SecureStore

/// The second dictionary of an update: attributes to set, and perhaps a new secret.
extension NewValues {
    init(_ dictionary: ItemDictionary, of itemClass: ItemClass) throws(StoreError) {
        self.init()
        try DictionaryRequest.checkCount(dictionary, of: itemClass)
        try dictionary.checkToken()
        for entry in dictionary.entries { try read(entry.key, entry.value, itemClass) }
        if itemClass == .certificate, let secret { try fill(from: secret) }
        self.check = { old, new throws(StoreError) in try old.checkStays(in: new) }
        var control: AccessControl?
        if case .accessControl(let given) = value(.accessControl) { control = given }
        try DictionaryRequest.check(control, value(.accessible))
    }

    /// Sets what follows from a certificate's bytes; attributes that the caller gave win.
    private mutating func fill(from secret: SecretBytes) throws(StoreError) {
        let certificate: SecCertificate
        do throws(StoreError) { certificate = try SecCertificate(Certificate(der: secret)) } catch {
            guard error.status == .decode else { throw error }
            throw StoreError(.param, error.reason)
        }
        for name in StoredItem.factsOfCertificates
        where !attributes.contains(where: { $0.name == name }) {
            if let value = certificate.item.attributes.given(name) { set(name, value) } else { remove(name) }
        }
    }

    private func value(_ name: AttributeName) -> AttributeValue? {
        attributes.first { $0.name == name }?.value
    }

    private mutating func read(
        _ key: String, _ value: ItemDictionary.Value, _ itemClass: ItemClass
    ) throws(StoreError) {
        switch key {
        case "nleg", "acls", "persistref", "musr": return
        case "class":
            // Naming the same class changes nothing, and no other class is possible.
            if case .string(itemClass.code) = value { return }
            throw StoreError(
                .noSuchAttr, "the class of an item cannot be changed; add it again under the other")
        case "v_Data": secret = try DictionaryRequest.secret(value)
        default:
            if key == "sync", case .string("syna") = value { return }
            if DictionaryRequest.isAttribute(key) {
                let entry = try DictionaryRequest.attribute(key, value, of: itemClass)
                guard entry.name != .sharingGroup else {
                    throw StoreError(.param, "the sharing group of an item cannot be changed; leave it out")
                }
                return set(entry.name, entry.value)
            }
            // Ignored, as in a request.
            if key.utf16.count > 1, key.unicodeScalars.first == "f" { return }
            throw StoreError(
                .noSuchAttr, "only attributes and the secret (v_Data) can be changed; leave the rest out")
        }
    }
}

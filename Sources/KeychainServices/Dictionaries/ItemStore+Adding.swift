internal import SecureStore

extension ItemStore {
    /// Adds certificates, keys and identities as one change, of which nothing stays if one is stored already,
    /// unless that is to be left as it is.
    func add(_ requests: [DictionaryRequest], leavingStored: Bool) throws(StoreError) {
        try transaction { changes throws(StoreError) in
            for request in requests {
                try checkAccessGroup(request.group, writing: true)
                for part in try request.parts {
                    do throws(StoreError) { try changes.add(part) } catch {
                        guard leavingStored, error.status == .duplicateItem else { throw error }
                    }
                }
            }
        }
    }
}

extension DictionaryRequest {
    /// The items that it adds: both halves of an identity.
    fileprivate var parts: [StoredItem] {
        get throws(StoreError) {
            guard case .identity(let certificate, let key) = subject else {
                return [StoredItem(attributes: try itemAttributes(), secret: secret)]
            }
            return [try part(certificate), try part(key)]
        }
    }
}

extension Transaction {
    fileprivate func add(_ item: StoredItem) throws(StoreError) {
        if item.attributes.itemClass == .certificate {
            try add(CertificateItem(attributes: item.attributes), secret: item.secret)
        } else {
            try add(KeyItem(attributes: item.attributes), secret: item.secret)
        }
    }
}

internal import SecureStore

extension DictionaryRequest {
    /// What a result contains.
    struct Kinds: OptionSet {
        let rawValue: Int
        static let data = Kinds(rawValue: 1)
        static let attributes = Kinds(rawValue: 2)
        static let reference = Kinds(rawValue: 4)
        static let persistentReference = Kinds(rawValue: 8)

        /// Reads a key that begins with `r`; as with Apple, the number 1 is not a truth value here.
        mutating func read(_ key: String, _ value: ItemDictionary.Value) throws(StoreError) {
            let kind: Kinds
            switch key {
            case "r_Data": kind = .data
            case "r_Attributes": kind = .attributes
            case "r_Ref": kind = .reference
            case "r_PersistentRef": kind = .persistentReference
            default: throw StoreError(.param, "there is no such kind of result")
            }
            guard case .boolean(let wanted) = value else {
                throw StoreError(.param, "\(key) must be true or false")
            }
            if wanted { insert(kind) }
        }
    }
}

internal import Foundation
internal import SecureStoreCertificates
internal import SecureStore

/// The keys that begin with `m`, which narrow a search.
extension DictionaryRequest {
    mutating func read(matchKey key: String, _ value: ItemDictionary.Value) throws(StoreError) {
        switch operation {
        case .copyMatching: try narrow(key, value)
        case .add: throw StoreError(.param, "an add takes no match key; leave it out")
        // On macOS the way to change what was found before.
        case .update where key == "m_ItemList", .delete where key == "m_ItemList":
            match.among = try Self.references(value)
        case .update, .delete:
            guard key == "m_Limit", case let limit = try Self.limit(value), limit == 1 || limit == .max else {
                throw StoreError(
                    .param,
                    "an update or delete touches every match, or one (m_LimitOne), or those of a list "
                        + "(m_ItemList), and takes no other match key; leave it out")
            }
            match.limit = limit
        }
    }

    private mutating func narrow(_ key: String, _ value: ItemDictionary.Value) throws(StoreError) {
        let isAboutCertificates = itemClass == .certificate || itemClass == .identity
        switch key {
        case "m_Limit": match.limit = try Self.limit(value)
        case "m_ItemList": match.among = try Self.references(value)
        case "m_HostOrSubdomainOfHost":
            let host = try Self.text(key, value)
            guard itemClass == .internetPassword else {
                throw Self.isFor("internet passwords", key)
            }
            match.hostsOrSubdomains = [host]
        case "m_Issuers":
            guard let names = Self.names(value) else { return }
            guard isAboutCertificates else { throw Self.isFor("certificates", key) }
            match.certificates.issuers = [names]
        case "m_Policy":
            guard case .policy(let policy) = value else {
                throw StoreError(.param, "\(key) must be a policy")
            }
            guard isAboutCertificates else { throw Self.isFor("certificates", key) }
            trust.policy = policy
        case "m_TrustedOnly":
            guard case .boolean(let only) = value else {
                throw StoreError(.param, "\(key) must be true or false")
            }
            trust.isTrustedOnly = only && isAboutCertificates
        case "m_EmailAddressIfPresent":
            let email = try Self.text(key, value)
            if isAboutCertificates { match.certificates.emailAddresses = [email] }
        case "m_ValidOnDate":
            let date = try Self.date(key, value)
            if isAboutCertificates { (match.certificates.validOn, trust.date) = ([date], date) }
        default: break  // Ignored, as with Apple: case and width, parts of subjects, unknown keys.
        }
    }

    private static func isFor(_ items: String, _ key: String) -> StoreError {
        StoreError(.unimplemented, "\(key) is for \(items); leave it out")
    }

    /// No number, however large, is the word for all.
    private static func limit(_ value: ItemDictionary.Value) throws(StoreError) -> Int {
        switch value {
        case .string("m_LimitOne"): return 1
        case .string("m_LimitAll"): return .max
        case .number(let number) where number >= 0: return min(Int(clamping: number), .max - 1)
        default:
            throw StoreError(.param, "the limit (m_Limit) must be one, all or a number that is not negative")
        }
    }

    private static func references(_ value: ItemDictionary.Value) throws(StoreError) -> Set<ItemReference> {
        let fault = StoreError(
            .param, "m_ItemList must be a list of references, as SecItemCopyMatching returns them")
        guard case .list(let elements) = value else { throw fault }
        var references: Set<ItemReference> = []
        for element in elements {
            switch element {
            case .data(let data): references.insert(try ItemReference(persistent: data))
            // An object that did not come from a store names none of its items.
            case .item(let item): if let reference = item.reference { references.insert(reference) }
            case .identity(let certificate, _):
                if let own = certificate.reference { references.insert(own.under(.identity)) }
            default: throw fault
            }
        }
        return references
    }

    private static func text(_ key: String, _ value: ItemDictionary.Value) throws(StoreError) -> String {
        guard case .string(let text) = value else { throw StoreError(.param, "\(key) must be text") }
        return text
    }

    private static func date(_ key: String, _ value: ItemDictionary.Value) throws(StoreError) -> Date? {
        switch value {
        case .date(let date): return date
        case .null: return nil
        default: throw StoreError(.param, "\(key) must be a date, or null for now")
        }
    }

    /// The issuers that are names; if there are none, the key is ignored, as on Apple's systems.
    private static func names(_ value: ItemDictionary.Value) -> [Data]? {
        guard case .list(let elements) = value else { return nil }
        let names = elements.compactMap { element -> Data? in
            guard case .data(let name) = element, !name.isEmpty else { return nil }
            let given = (try? DistinguishedName(der: name)) ?? (try? DistinguishedName(sets: name))
            return given?.normalized
        }
        return names.isEmpty ? nil : names
    }
}

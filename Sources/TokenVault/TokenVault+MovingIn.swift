import SecureStore

/// Moving in from where tokens lay before.
///
/// The old copy goes only after the pair is durably stored, so that a crash in between leaves it twice and a second
/// run finishes. An account that is in the vault already keeps what it has there, which is newer.
extension TokenVault {
    /// Moves a pair in from plain storage by two keys; false when neither is there.
    ///
    /// `UserDefaults` fits as it is: `reading: defaults.string(forKey:), removing: defaults.removeObject(forKey:)`.
    @discardableResult
    public func moveIn(
        _ account: String, accessKey: String, refreshKey: String, reading read: (String) throws -> String?,
        removing remove: (String) throws -> Void
    ) throws -> Bool {
        let (access, refresh) = (try read(accessKey), try read(refreshKey))
        guard access != nil || refresh != nil else { return false }
        try addUnlessThere(account, access.map { try Token($0) }, refresh.map { try Token($0) })
        for key in [accessKey, refreshKey] { try remove(key) }
        return true
    }

    /// Moves a pair in from a dictionary by two keys; false when neither is there.
    @discardableResult
    public func moveIn(
        _ account: String, accessKey: String, refreshKey: String, from dictionary: inout [String: String]
    ) throws -> Bool {
        let old = dictionary
        return try moveIn(account, accessKey: accessKey, refreshKey: refreshKey, reading: { old[$0] }) {
            dictionary.removeValue(forKey: $0)
        }
    }

    /// Moves a pair in from two generic passwords of the same store by their labels; false when neither is there.
    ///
    /// One transaction. Throws ``TokenVaultError/Code-swift.struct/malformed`` when a label means several items.
    @discardableResult
    public func moveIn(_ account: String, accessLabel: String, refreshLabel: String) throws -> Bool {
        try change(account) { changes, match in
            let access = try labelled(accessLabel, in: changes)
            let refresh = try labelled(refreshLabel, in: changes)
            guard access != nil || refresh != nil else { return false }
            if match == nil {
                let pair = try pair(access?.secret.map { Token($0) }, refresh?.secret.map { Token($0) })
                try put(VaultRecord(.settled, Token(pair.encoded())), account, nil, in: changes)
            }
            for old in [access, refresh] {
                guard let old else { continue }
                try changes.delete(Query<GenericPassword>().reference(old.reference))
            }
            return true
        }
    }

    private func addUnlessThere(_ account: String, _ access: Token?, _ refresh: Token?) throws {
        try change(account) { changes, match in
            guard match == nil else { return }
            let pair = try pair(access, refresh)
            try put(VaultRecord(.settled, Token(pair.encoded())), account, nil, in: changes)
        }
    }

    private func pair(_ access: Token?, _ refresh: Token?) throws -> TokenPair {
        guard let access else {
            throw TokenVaultError(.malformed, "there is a refresh token and no access token")
        }
        return try TokenPair(accessToken: access, refreshToken: refresh)
    }

    private func labelled(
        _ label: String, in changes: borrowing Transaction
    ) throws -> Match<GenericPassword>? {
        let query = Query<GenericPassword>().where(.label, equals: label)
        guard try changes.count(query) < 2 else {
            throw TokenVaultError(.malformed, "several items have the label")
        }
        return try changes.first(query)
    }
}

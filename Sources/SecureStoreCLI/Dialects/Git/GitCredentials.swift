import FoundationEssentials
import SecureStore

/// The internet passwords of a store, as git asks for them.
struct GitCredentials {
    let store: ItemStore
    /// The age in seconds from which a credential is no answer; nil for any age.
    var timeout: Double?
    var now = Date()

    private typealias Found = ItemMatch<InternetPassword>

    /// The answer to git; nil when there is none.
    ///
    /// Of several that match, the one that was stored last and has not expired. Where all have, the last one
    /// with a refresh token, without its password: another helper may make a new one of it.
    func answer(to message: GitMessage) throws -> SecretBytes? {
        guard let words = message.words else { return nil }
        return try store.reading { items in
            var expired: SecretBytes?
            let matches = try find(words, in: items).sorted { age(of: $0) < age(of: $1) }
            for match in matches where timeout.map({ age(of: match) < $0 }) ?? true {
                guard Self.isOneLine(match.item.account), let secret = try secret(of: match, in: items),
                    secret.credential == nil || message.knowsAuthType
                else { continue }
                let isNameless = secret.credential != nil && match.item.account.isEmpty
                let name = isNameless ? "" : "username=\(match.item.account)\n"
                guard secret.isExpired(at: now.timeIntervalSince1970) else {
                    return try .joined([name, secret.answer()])
                }
                if expired == nil, let renewal = try secret.renewal() {
                    expired = try .joined([name, renewal])
                }
            }
            return expired
        }
    }

    /// Keeps what the message says, in place of what was there or of what answered it, perhaps from a path
    /// that git did not name; a message that says too little is passed over.
    ///
    /// What was there may be a person's password, which becomes an earlier secret. A token does not: in time,
    /// tokens would take the place of that password.
    func keep(_ message: GitMessage) throws {
        guard let words = message.words, let secret = try GitSecret(message)?.bytes() else {
            return
        }
        let item = try InternetPassword(words)
        try store.transaction { changes throws(StoreError) in
            if let known = try changes.first(Query(identityOf: item)) {
                let isToken = (try? known.secret.flatMap { try GitSecret($0) })?.isToken ?? false
                try changes.update(
                    Query(identityOf: item), Changes().secret(secret, keepingEarlier: !isToken))
                return
            }
            // One of .netrc, or of a table without addresses, does not say for which protocol it is.
            let query = Query(
                identityOf: try InternetPassword(
                    server: item.server, account: item.account, port: item.port, path: item.path))
            if let `protocol` = item.protocol, let match = try changes.first(query), match.secret == secret,
                match.item.authenticationType != .htmlForm
            {
                try changes.update(query, Changes().set(.protocol, to: `protocol`))
            } else if let known = try answered(words, item.account, secret, in: changes) {
                try changes.update(known, Changes().secret(secret))
            } else {
                try changes.add(item, secret: secret)
            }
        }
    }

    /// The item of this account and secret that answers git, if there is one.
    private func answered(
        _ words: ItemWords, _ account: String, _ secret: SecretBytes, in changes: borrowing Transaction
    ) throws(StoreError) -> Query<InternetPassword>? {
        try changes.reading { items throws(StoreError) in
            for match in try find(words, in: items)
            where match.item.account.utf8.elementsEqual(account.utf8) {
                let query = Query<InternetPassword>().reference(match.reference)
                // One that does not open is another one.
                if let known = try? items.first(query), known.secret == secret { return query }
            }
            return nil
        }
    }

    /// Deletes all that match; of those, where the message has a secret, only the ones that have the same.
    ///
    /// Git calls it at each refusal of a server, so they are kept with all that else is in them.
    func erase(_ message: GitMessage) throws {
        // Mostly there is nothing, which takes no right to write.
        guard let words = message.words,
            try store.reading({ items in try !refused(message, words, in: items).isEmpty })
        else { return }
        try store.transaction { changes in
            // Another helper may have deleted or replaced them meanwhile.
            let found = try changes.reading { items in try refused(message, words, in: items) }
            for match in found where try !DeletedLogins.add(match.reference, in: changes) {
                try changes.delete(Query<InternetPassword>().reference(match.reference))
            }
        }
    }

    /// Credentials that match a message and have its secrets, as far as it has any.
    private func refused(
        _ message: GitMessage, _ words: ItemWords, in items: borrowing ReadTransaction
    ) throws -> [Found] {
        try find(words, in: items).filter { match in
            guard message.password != nil || message.credential != nil else { return true }
            guard let secret = try secret(of: match, in: items) else { return false }
            return (message.password ?? secret.password) == secret.password
                && (message.credential ?? secret.credential) == secret.credential
        }
    }

    /// Without opening a secret, and without deleted logins and those of web pages, which were imported and
    /// not given to git.
    private func find(
        _ words: ItemWords, in items: borrowing ReadTransaction
    ) throws(StoreError) -> [Found] {
        try items.all(InternetPassword.query(words), returning: .attributes) { _, _ in }
            .filter { $0.item.isOfGit && !DeletedLogins.isHidden($0.item.attributes) }
    }

    /// The secret of an item; nil for one that git's lines cannot say.
    private func secret(of match: Found, in items: borrowing ReadTransaction) throws -> GitSecret? {
        let query = Query<InternetPassword>().reference(match.reference)
        return try items.first(query)?.secret.flatMap { try GitSecret($0) }
    }

    private func age(of match: Found) -> Double {
        now.timeIntervalSince(match.item.modificationDate ?? .distantPast)
    }

    /// A line break in an answer would be the beginning of another line of it, and a carriage return at its
    /// end is lost.
    private static func isOneLine(_ text: String) -> Bool {
        !text.utf8.contains { $0 == 0x0a || $0 == 0 } && text.utf8.last != 0x0d
    }
}

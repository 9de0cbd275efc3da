import FoundationEssentials

/// The operations on items inside a transaction.
extension WriteSession {

    func add(_ attributes: ItemAttributes, _ secret: SecretBytes?) throws(StoreError) -> Found {
        try insert(try complete(attributes), secret.map { StoredSecret($0) })
    }

    /// The attributes as they are stored, with everything that the store itself decides.
    private func complete(_ given: ItemAttributes) throws(StoreError) -> ItemAttributes {
        guard given.itemClass != .identity else {
            throw StoreError(.param, "an identity is not an item of its own; add its certificate and its key")
        }
        var attributes = given
        // Set by the store only; a caller may have copied them from an item that it read.
        for name in [AttributeName.tombstone, .multiUser, .digest, .syncIdentity] { attributes.remove(name) }
        if attributes.given(.accessGroup) == nil { attributes.set(.accessGroup, text: settings.groups.first) }
        try settings.groups.check(attributes.text(.accessGroup), writing: true)
        try makeConsistent(&attributes)
        let now = settings.now()
        attributes.set(.creationDate, normalized: .date(now))
        attributes.set(.modificationDate, normalized: .date(now))
        return attributes
    }

    /// Makes accessibility, access control and synchronizable agree, or refuses them.
    func makeConsistent(_ attributes: inout ItemAttributes) throws(StoreError) {
        if let control = attributes.control, !control.isConstraint {
            attributes.accessibilityOrDefault = control.accessibility
        }
        let access = attributes.accessibilityOrDefault
        // The key is looked up first: while it is missing, not even a duplicate is reported.
        _ = try ring.keys(access)
        attributes.set(.accessible, text: access.code)
        let travels = attributes.flag(.synchronizable) ?? false
        attributes.set(.synchronizable, number: travels ? 1 : 0)
        if !travels { attributes.remove(.synchronizable) }
        if travels, attributes.control != nil || attributes.given(.sharingGroup) != nil {
            throw StoreError(
                .param, "a synchronizable item takes no access control and no sharing group; leave them out")
        }
        guard let control = attributes.control, !settings.acceptsUnenforcedAccessControl else { return }
        guard control.flags.isDisjoint(with: .constraints) else {
            throw StoreError(
                .unimplemented,
                "nothing on this system can enforce the flags of the item's access control; leave "
                    + "them out, or set StoreOptions.acceptsUnenforcedAccessControl")
        }
    }

    /// Changes every item that matches, or none of them if one of the changes is refused.
    func update(_ selection: Selection, _ change: NewValues) throws(StoreError) -> Int {
        let found = try find(selection, .change)
        guard !found.isEmpty else { throw selection.notFound }
        try atomically { () throws(StoreError) in
            for item in found { _ = try apply(change, to: item) }
        }
        return found.count
    }

    private func apply(_ change: NewValues, to item: Found) throws(StoreError) -> Found {
        guard var attributes = item.attributes else {
            throw StoreError.mistake("an item cannot be changed before it is opened")
        }
        // There for a condition on it, and not stored.
        attributes.remove(.digest)
        for (name, value) in change.attributes {
            guard let value else {
                try Self.checkRemovable(name)
                attributes.remove(name)
                continue
            }
            switch name {
            case .modificationDate, .tombstone, .multiUser, .digest, .syncIdentity: continue
            case .accessControl: attributes.remove(.accessible)
            case .accessible: attributes.remove(.accessControl)
            case .accessGroup: try settings.groups.check(value.text, writing: true)
            case .sharingGroup:
                throw StoreError(
                    .param,
                    "the sharing group of an item cannot be changed; delete the item, and add it again")
            default: break
            }
            // A typed change cannot throw when it is made, so its value is checked here.
            try attributes.set(name, to: value)
        }
        if let old = item.attributes { try change.check?(old, attributes) }
        try settings.groups.check(attributes.text(.accessGroup), writing: true)
        try makeConsistent(&attributes)
        let modified = later(than: item)
        attributes.set(.modificationDate, normalized: .date(modified))
        var secret = item.stored
        if change.forgetsEarlierSecrets { secret = secret.map { StoredSecret($0.current, parts: $0.parts) } }
        if let new = change.secret {
            secret = stored(
                new, replacing: secret, of: item, at: modified, keepingEarlier: change.keepsEarlier)
        }
        if !change.parts.isEmpty { secret = try parted(secret, change.parts) }
        // A refresh replaces a vault's box without opening it.
        guard secret?.parts.isEmpty ?? true || attributes.text(.description) != GenericPassword.kindOfTokens
        else {
            throw StoreError(
                .param, "the item holds a vault's tokens, and they take no parts; add an item for them")
        }
        return try replace(item, attributes, secret)
    }

    /// A secret with changed parts; an item without a secret gets an empty one.
    private func parted(
        _ secret: StoredSecret?, _ changes: [(name: String, secret: SecretBytes?)]
    ) throws(StoreError) -> StoredSecret? {
        let parts = changes.reduce(secret?.parts ?? []) { $0.changed($1.name, to: $1.secret) }
        guard let secret else {
            return parts.isEmpty ? nil : StoredSecret(try SecretBytes(utf8: ""), parts: parts)
        }
        return StoredSecret(secret.current, parts: parts, earlier: secret.earlier)
    }

    /// The date of a change, always later than the item's: clocks can go backwards, but a program that
    /// watches the date must still see the change.
    private func later(than item: Found) -> Date {
        let now = settings.now()
        return item.attributes?[.modificationDate]?.date.map { max(now, $0.addingTimeInterval(0.001)) } ?? now
    }

    /// Refuses to remove an attribute that every item has, or whose removal would weaken protection.
    private static func checkRemovable(_ name: AttributeName) throws(StoreError) {
        switch name {
        case .accessible, .accessControl, .accessGroup, .synchronizable, .creationDate, .modificationDate,
            .sharingGroup:
            throw StoreError(
                .param,
                "the \(ClassTable.row(name).words) of an item cannot be removed; give it another value")
        default: return
        }
    }

    /// A new secret, together with the ones before it that this store keeps: of tokens it keeps none.
    func stored(
        _ new: SecretBytes, replacing old: StoredSecret?, of item: Found, at date: Date,
        keepingEarlier: Bool = true
    ) -> StoredSecret {
        guard let old else { return StoredSecret(new) }
        guard item.attributes?.text(.description) != GenericPassword.kindOfTokens else {
            return StoredSecret(new, parts: old.parts)
        }
        return old.replaced(by: new, at: date, keeping: keepingEarlier ? settings.earlierSecrets : 0)
    }

    /// Deletes every item that matches and, if bytes are given, has them as its secret.
    func delete(_ selection: Selection, having bytes: SecretBytes? = nil) throws(StoreError) -> Int {
        var all = selection
        if bytes != nil { all.limit = .max }
        var found = try find(all, bytes == nil ? .delete : .read(secrets: true))
        if let bytes { found = Array(found.filter { $0.secret == bytes }.prefix(selection.limit)) }
        guard !found.isEmpty else { throw selection.notFound }
        try atomically { () throws(StoreError) in
            for item in found {
                try settings.groups.check(item.attributes?.text(.accessGroup), writing: true)
                try remove(item)
            }
        }
        return found.count
    }

    // MARK: - Beyond the four

    /// Adds the item, or applies these attributes to the one with its identity, whose others stay.
    ///
    /// Who has found that one already passes it on.
    func set(
        _ given: ItemAttributes, _ secret: SecretBytes?, over found: Found? = nil
    ) throws(StoreError) -> Found {
        let known = if let found { Optional(found) } else { try existing(given) }
        guard let old = known else { return try add(given, secret) }
        var change = NewValues()
        for entry in given.entries {
            // The group is the one that the item was found by, and the store sets the dates.
            if [.accessGroup, .sharingGroup, .creationDate].contains(entry.name) { continue }
            change.set(entry.name, entry.value)
        }
        change.secret = secret
        return try apply(change, to: old)
    }

    /// An item that is stored, or the attributes that would be stored if it had a secret.
    enum StoredOrNew {
        case stored(Found)
        case new(ItemAttributes)
    }

    /// The item with this identity, or its complete attributes, so that no secret is made in vain.
    func storedOrNew(_ attributes: ItemAttributes) throws(StoreError) -> StoredOrNew {
        if let old = try existing(attributes) { return .stored(old) }
        return .new(try complete(attributes))
    }

    /// Replaces an item, unless it has changed since the generation that the caller read.
    func replace(
        _ given: ItemAttributes, _ secret: SecretBytes?, ifGeneration generation: Int
    ) throws(StoreError) -> Int {
        let old = try Self.unchanged(existing(given), since: generation)
        return Int(try set(given, secret, over: old).columns.generation)
    }

    /// Gives an item that is still at this generation a secret that has no earlier ones, and returns its new
    /// generation.
    ///
    /// The old secret goes without being opened.
    func replaceSecret(
        of selection: Selection, with secret: SecretBytes, ifGeneration generation: Int
    ) throws(StoreError) -> Int {
        try checkHolds()
        let found = try finder().find(selection, .read(secrets: false))
        var change = NewValues()
        change.secret = secret
        return Int(try apply(change, to: Self.unchanged(found.first, since: generation)).columns.generation)
    }

    private static func unchanged(_ found: Found?, since generation: Int) throws(StoreError) -> Found {
        guard let found else {
            throw StoreError(
                .itemNotFound, "there is no such item to replace: it was deleted, or never added; add it")
        }
        guard found.columns.generation == generation else {
            throw StoreError(
                .recordModified,
                "the item is at generation \(found.columns.generation), not \(generation); read it "
                    + "again, then decide")
        }
        return found
    }

    /// The item with the identity of `attributes`: in their access group, or else in any.
    func existing(_ attributes: ItemAttributes) throws(StoreError) -> Found? {
        try find(Selection(of: attributes), .change).first
    }
}

public import FoundationEssentials
public import SecureStore

extension ItemStore {
    /// Adds the certificate, the private key and the chain of an identity, all or nothing.
    ///
    /// What is there already stays as it is, but for a key that is to stay from now on. Throws
    /// `StoreStatus.duplicateItem` if certificate and key both are, and if a certificate of the same issuer
    /// and serial number is another one. Without a label, both get the identity's own, or else the
    /// certificate's summary; the chain gets the names of its file, or summaries. A root of the chain is
    /// stored too, and is no anchor by that.
    public func add(
        _ identity: Identity, label: String? = nil, isExtractable: Bool = true
    ) throws(StoreError) {
        try transaction { changes throws(StoreError) in
            try changes.add(identity, label: label, isExtractable: isExtractable)
        }
    }
}

extension Transaction {
    /// Adds certificate, private key and chain of an identity in the transaction.
    ///
    /// After any other error than `StoreStatus.duplicateItem`, end the transaction: it may hold a part of
    /// them. Throws what ``SecureStore/ItemStore/add(_:label:isExtractable:)`` throws.
    public func add(
        _ identity: Identity, label: String? = nil, isExtractable: Bool = true
    ) throws(StoreError) {
        let label = label ?? identity.label ?? identity.certificate.summary
        let certificate = identity.certificate.item(label: label)
        var key = try identity.key.item(label: label)
        if !isExtractable { key.isExtractable = false }
        let (hasCertificate, hasKey) = (try has(identity.certificate), try contains(key))
        guard !hasCertificate || !hasKey else {
            throw StoreError(
                .duplicateItem, "certificate and key are both stored already; delete one of them first")
        }
        if !hasCertificate { try add(certificate, secret: SecretBytes(copying: identity.certificate.der)) }
        if !hasKey {
            try add(key, secret: identity.key.bytesForStore())
        } else if !isExtractable {
            try update(key, Changes().set(.isExtractable, to: false))
        }
        for issuer in identity.chain where try !has(issuer) {
            try add(issuer, label: identity.chainLabels[issuer])
        }
    }

    /// Tells whether a certificate is there; another one with its issuer and serial number is an error.
    package func has(_ certificate: Certificate) throws(StoreError) -> Bool {
        guard let match = try match(of: certificate.item()) else { return false }
        guard try match.secret == SecretBytes(copying: certificate.der) else {
            throw StoreError(
                .duplicateItem,
                "another certificate of this issuer has the same serial number; delete it, or ask for one with a "
                    + "number of its own")
        }
        return true
    }
}

extension ItemReading where Self: ~Copyable {
    /// The identity to use at a date, of those that match, with its chain; nil if none matches.
    ///
    /// One that is valid comes before one that is not, then the one that stays valid the longest, then the
    /// oldest item: after a renewal it is the new one. Its chain is made of stored certificates. All parts
    /// are of one state of the store. Throws `StoreStatus.decode` if none can be read: the bytes of the
    /// certificate or of the key are none, or the two do not belong together although their hashes say so.
    public func identity(
        _ query: Query<IdentityItem> = Query(), at date: Date = Date()
    ) throws(StoreError) -> Identity? {
        try reading { items throws(StoreError) in try items.best(of: query, at: date) }
    }

    /// The stored certificates that may be above one, for the `intermediates` of a validation.
    ///
    /// They are found by the names of their subjects, the nearest first, at most 64; who really issued what,
    /// the validation finds out. None of them is an anchor, and neither is a root. Bytes that are no
    /// certificate are left out. Throws what every look-up can: see `ItemReading`.
    public func authorities(above certificate: Certificate) throws(StoreError) -> [Certificate] {
        try authorities(above: [certificate])
    }

    /// The same above any of several.
    package func authorities(above lowest: [Certificate]) throws(StoreError) -> [Certificate] {
        try reading { items throws(StoreError) in try items.storedAuthorities(above: lowest) }
            .map(\.certificate)
    }
}

extension ReadTransaction {
    fileprivate func best(
        of query: Query<IdentityItem>, at date: Date
    ) throws(StoreError) -> Identity? {
        var candidates: [(item: IdentityItem, certificate: Certificate)] = []
        var failures: [StoreError] = []
        for match in try all(query, returning: .attributes) {
            do throws(StoreError) {
                let certificate = try self.match(of: match.item.certificate)?.certificate()
                if let certificate { candidates.append((match.item, certificate)) }
            } catch {
                guard error.status == .decode else { throw error }
                failures.append(error)
            }
        }
        candidates = candidates.enumerated().sorted { first, second in
            let (one, other) = (first.element.certificate, second.element.certificate)
            guard one.isValid(at: date) == other.isValid(at: date) else { return one.isValid(at: date) }
            return one.notAfter == other.notAfter
                ? first.offset < second.offset : one.notAfter > other.notAfter
        }.map(\.element)
        // Whoever may add a key may give it the hash of another's; that must not hide an identity.
        for (item, certificate) in candidates {
            do throws(StoreError) {
                if let identity = try identity(of: item, certificate) { return identity }
            } catch {
                guard error.ofStoredBytes.status == .decode else { throw error }
                failures.append(error.ofStoredBytes)
            }
        }
        if let failure = failures.first { throw failure }
        return nil
    }

    private func identity(
        of item: IdentityItem, _ certificate: Certificate
    ) throws(StoreError) -> Identity? {
        guard let key = try match(of: item.key)?.privateKey() else { return nil }
        guard try certificate.publicKey == key.publicKey else {
            throw StoreError(
                .decode,
                "the stored key is not that of the certificate, although its hash is; delete it, and "
                    + "add the right one")
        }
        let above = try storedAuthorities(above: [certificate])
        var identity = try Identity(
            certificate: certificate, key: key, chain: above.map(\.certificate), label: item.certificate.label
        )
        for link in identity.chain {
            identity.chainLabels[link] = above.first { $0.certificate == link }?.label
        }
        return identity
    }

    fileprivate func storedAuthorities(
        above lowest: [Certificate]
    ) throws(StoreError) -> [StoredCertificate] {
        var (all, names): ([StoredCertificate], Set<Data>) = ([], [])
        var level: [StoredCertificate] = lowest.map { ($0, nil) }
        while !level.isEmpty {
            var next: [StoredCertificate] = []
            for name in level.flatMap(\.certificate.issuer.spellings) where names.insert(name).inserted {
                next += try certificates(of: name, atMost: Self.authorityLimit - all.count - next.count)
            }
            all += next
            level = next
        }
        return all
    }

    /// Real chains have two or three authorities, each in a few versions.
    private static var authorityLimit: Int { 64 }

    fileprivate typealias StoredCertificate = (certificate: Certificate, label: String?)

    private func certificates(of subject: Data, atMost limit: Int) throws(StoreError) -> [StoredCertificate] {
        guard limit > 0 else { return [] }
        let query = Query<CertificateItem>().synchronizable(.any).where(.subject, equals: subject)
        return try unless(.itemNotFound) { () throws(StoreError) in
            try copyMatching(query, limit: limit).compactMap { match in
                (try? match.certificate()).map { ($0, match.item.label) }
            }
        } ?? []
    }
}

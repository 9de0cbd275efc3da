import FoundationEssentials

/// The options of an open store that operations on items need; an object, because every read takes it along.
final class StoreSettings: Sendable {
    let groups: AccessGroups
    let now: @Sendable () -> Date
    let acceptsUnenforcedAccessControl: Bool
    let inspectCertificate: CertificateInspector?
    let cacheByteCount: Int
    let earlierSecrets: Int
    /// True if a commit is on the disk when it returns; a change that a server has kept need not be.
    let commitsWait: Bool
    let interceptor: (any EngineInterceptor)?

    init(
        groups: AccessGroups, now: @escaping @Sendable () -> Date, acceptsUnenforcedAccessControl: Bool,
        inspectCertificate: CertificateInspector?, cacheByteCount: Int, earlierSecrets: Int,
        commitsWait: Bool, interceptor: (any EngineInterceptor)?
    ) {
        (self.groups, self.now, self.interceptor) = (groups, now, interceptor)
        self.acceptsUnenforcedAccessControl = acceptsUnenforcedAccessControl
        self.inspectCertificate = inspectCertificate
        (self.cacheByteCount, self.earlierSecrets) = (cacheByteCount, earlierSecrets)
        self.commitsWait = commitsWait
    }

    /// The time by the store's clock, which may go back.
    var seconds: Double { now().timeIntervalSinceReferenceDate }

    /// The number of items that long work handles in one transaction, so that other writers need not wait.
    var rowsPerStep: Int { interceptor?.rowsPerStep ?? 256 }
    var migrations: [Migration] { interceptor?.migrations ?? Migration.all }

    func allows(_ cost: PassphraseCost) -> Bool {
        interceptor?.allowsAnyCost == true ? cost.isAcceptableToRead : cost.isAcceptableToWrite
    }

    /// A finder over these rows; `other` reads certificates if the options name no inspector.
    func finder(
        _ rows: ProvenRows, earlier: ProvenRows?, inspecting other: CertificateInspector? = nil
    ) -> Finder {
        let inspect = inspectCertificate ?? other
        return Finder(
            codec: RecordCodec(ring: rows.ring), rows: rows, earlier: earlier, groups: groups,
            now: inspect == nil ? .distantPast : now(), inspect: inspect)
    }
}

internal import FoundationEssentials

/// The lists and responses by which a validation asks whether a certificate was revoked.
///
/// ```swift
/// let check = RevocationCheck(lists: [try RevocationList(pem: text)])
/// let chain = try client.validate(for: .tlsClient, anchors: .only([root]), revocation: check)
/// ```
///
/// Nothing is fetched: you give everything. A list or a response counts if the issuer of the certificate
/// signed it. A response also counts if a responder signed it that the issuer has certified for this. A
/// certificate whose own lists are for some reasons only needs a response. Each certificate of the chain is
/// asked about, except for the anchor.
public struct RevocationCheck: Hashable, Sendable {
    /// The revocation lists, each of one issuer.
    public var lists: [RevocationList]
    /// The responses of OCSP responders.
    public var responses: [OCSPResponse]
    /// True if a certificate about which nothing counts is refused, with the reason `revocationNotKnown`.
    public var isAnswerRequired: Bool

    /// A check against these, which refuses a certificate unless one of them says that it is good.
    public init(
        lists: [RevocationList] = [], responses: [OCSPResponse] = [], isAnswerRequired: Bool = true
    ) {
        (self.lists, self.responses, self.isAnswerRequired) = (lists, responses, isAnswerRequired)
    }

    private enum Status { case good, revoked, notKnown }

    /// A date that lies less than five minutes ahead is one of a clock that is fast.
    private static let tolerance = 300.0

    /// Checks a chain whose signatures, dates and names were found good for a purpose.
    func check(
        _ chain: [Certificate], for purpose: ChainCheck.Purpose, at date: Date
    ) throws(TrustError) {
        // A responder is to be as strong as the chain that it answers about.
        let policy = purpose == .any ? TrustPolicy.basic : .responder
        let states = zip(chain, chain.dropFirst()).map {
            ($0, status(of: $0, from: $1, at: date, byResponders: policy))
        }
        for (certificate, state) in states where state == .revoked {
            throw TrustError(.revoked, "its issuer has revoked the certificate", certificate: certificate)
        }
        guard isAnswerRequired else { return }
        for (certificate, state) in states where state == .notKnown {
            throw TrustError(
                .revocationNotKnown, "no list or response of the issuer says whether it was revoked",
                certificate: certificate)
        }
    }

    /// A certificate is revoked if anything that counts says so, and good if nothing does and something is
    /// new.
    private func status(
        of certificate: Certificate, from issuer: Certificate, at date: Date, byResponders policy: TrustPolicy
    ) -> Status {
        let all =
            lists.map { status(of: certificate, from: issuer, at: date, by: $0) }
            + responses.map { status(of: certificate, from: issuer, at: date, by: $0, policy) }
        return all.contains(.revoked) ? .revoked : all.contains(.good) ? .good : .notKnown
    }

    private func status(
        of certificate: Certificate, from issuer: Certificate, at date: Date, by list: RevocationList
    ) -> Status {
        // The certificate may write the name in other types of text than its issuer does.
        let names = [issuer.subject, certificate.issuer].map(\.normalized)
        guard names.contains(list.issuer.normalized), issuer.signsRevocationLists,
            list.handle.isSigned(by: issuer.handle)
        else { return .notKnown }
        if let revocation = list.handle.date(ofRevocationOf: certificate.handle) {
            return min(revocation, list.thisUpdate) <= date + Self.tolerance ? .revoked : .notKnown
        }
        let isAbout = list.scope.includes(certificate) && !certificate.hasLists(with: .reasons)
        return isAbout && Self.isNew(list.thisUpdate, list.nextUpdate, at: date) ? .good : .notKnown
    }

    private func status(
        of certificate: Certificate, from issuer: Certificate, at date: Date, by response: OCSPResponse,
        _ policy: TrustPolicy
    ) -> Status {
        let answers = response.handle.answers(about: certificate.handle, of: issuer.handle)
        guard !answers.isEmpty, let signer = response.handle.signer(orIssuer: issuer.handle),
            let responder = try? Certificate(der: signer),
            responder == issuer || responder.isIssued(by: issuer)
        else { return .notKnown }
        var status = Status.notKnown
        for answer in answers {
            switch answer.status {
            // It stays revoked when the responder's own certificate has ended since.
            case .revoked(let revocation)
            where min(revocation, answer.thisUpdate) <= date + Self.tolerance
                && mayAnswer(responder, for: issuer, at: min(date, answer.thisUpdate), policy):
                return .revoked
            case .good
            where Self.isNew(answer.thisUpdate, answer.nextUpdate, at: date)
                && mayAnswer(responder, for: issuer, at: date, policy):
                status = .good
            default: break
            }
        }
        return status
    }

    /// True for the issuer itself, and for a responder with a certificate of the issuer for that purpose.
    private func mayAnswer(
        _ responder: Certificate, for issuer: Certificate, at date: Date, _ policy: TrustPolicy
    ) -> Bool {
        if responder == issuer { return true }
        guard responder.extendedKeyUsage?.contains(.ocspSigning) == true,
            responder.keyUsage?.contains(.digitalSignature) != false
        else { return false }
        let ofLists = RevocationCheck(lists: lists, isAnswerRequired: false)
        let found = responder.examine(for: policy, anchors: .only([issuer]), at: date, revocation: ofLists)
        // The issuer's own failures are those of its chain, and may be excused there.
        return found.failures.allSatisfy { $0.certificate == issuer }
    }

    /// One without a date for the next is never new: nobody could tell an old copy.
    private static func isNew(_ thisUpdate: Date, _ nextUpdate: Date?, at date: Date) -> Bool {
        guard let nextUpdate else { return false }
        return thisUpdate <= date + tolerance && date <= nextUpdate
    }
}

extension Certificate {
    /// Details that a certificate gives of the lists about it, by the numbers of their tags.
    fileprivate enum ListDetail: UInt8 {
        /// They are for some reasons only, so that no list speaks for all.
        case reasons = 1
        /// Another one than the certificate's issuer signs them.
        case issuer = 2
    }

    /// True also where what is said cannot be read, so that nobody relies on it.
    fileprivate func hasLists(with detail: ListDetail) -> Bool {
        let part = handle.extensions.first { $0.identifier == CertificateExtension.revocationLists }
        guard let part else { return false }
        guard var points = try? ByteReader([UInt8](part.value)).content() else { return true }
        while let (_, content) = points.element() {
            var point = ByteReader(points.copy(content))
            while let (tag, _) = point.element() { if tag & 0x1f == detail.rawValue { return true } }
            guard point.isAtEnd else { return true }
        }
        return !points.isAtEnd
    }
}

extension RevocationList.Scope {
    fileprivate func includes(_ certificate: Certificate) -> Bool {
        guard let uris else { return isForKind(of: certificate) }
        return isForKind(of: certificate) && !certificate.hasLists(with: .issuer)
            && certificate.contents.revocationListURIs.contains(where: uris.contains)
    }

    private func isForKind(of certificate: Certificate) -> Bool {
        certificate.handle.isOfAuthority ? !isForUsersOnly : !isForAuthoritiesOnly
    }
}

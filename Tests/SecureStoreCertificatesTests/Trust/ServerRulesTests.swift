import XCTest

@testable import SecureStoreCertificates

/// Rules of Apple's systems for a server's certificate, beyond its name.
final class ServerRulesTests: XCTestCase {
    private static let july2019 = Date(timeIntervalSince1970: 1_561_939_200)
    private static let longest = 825 * Authority.day + 3_600

    private let host = TrustPolicy.tlsServer("host.example")

    /// Validates a leaf a second after its first, below an anchor of the caller's or as one.
    private func validate(
        for policy: TrustPolicy, isAnchor: Bool = false, _ change: (inout CertificateForm) -> Void
    ) throws -> [Certificate] {
        var first = Date.distantPast
        let root = try Authority(validAt: Self.july2019)
        let leaf = try root.issue { form in
            change(&form)
            first = form.validity.lowerBound
        }
        return try leaf.validate(
            for: policy, anchors: .only([isAnchor ? leaf : root.certificate]), at: first + 1)
    }

    // MARK: - Extended key usage

    func test_validate_ofServerWithoutExtendedUse_dependsOnItsFirstDay() throws {
        let rows: [(TimeInterval, [ExtendedKeyUsage])] = [(0, []), (Authority.day, []), (0, [.any])]
        for (later, uses) in rows {
            assertFails(.wrongPurpose, "\(later) \(uses)") {
                try validate(for: host) { form in
                    form.validity = Self.july2019 + later...Self.july2019 + later + Authority.day
                    form.extendedKeyUsage = uses
                }
            }
        }
        let before = Self.july2019 - 1...Self.july2019 + 60
        XCTAssertNoThrow(try validate(for: host) { ($0.validity, $0.extendedKeyUsage) = (before, []) })
    }

    func test_validate_ofAnchorWithoutExtendedUse_saysWrongPurpose() {
        assertFails(.wrongPurpose) {
            try validate(for: host, isAnchor: true) { form in
                form.validity = Self.july2019...Self.july2019 + Authority.day
                form.extendedKeyUsage = []
            }
        }
    }

    // MARK: - Validity

    func test_validate_ofServerValidForMoreThan825Days_dependsOnItsFirstDay() throws {
        for isAnchor in [false, true] {
            assertFails(.validityTooLong) {
                try validate(for: host, isAnchor: isAnchor) {
                    $0.validity = Self.july2019...Self.july2019 + Self.longest + 1
                }
            }
        }
        let rows: [(TimeInterval, TimeInterval)] = [(0, Self.longest), (-1, 4_000 * Authority.day)]
        for (later, length) in rows {
            let first = Self.july2019 + later
            XCTAssertNoThrow(try validate(for: host) { $0.validity = first...first + length }, "\(later)")
        }
    }

    func test_validate_ofOthersValidForLong_succeeds() throws {
        for policy in [TrustPolicy.basic, .tlsClient, .smime()] {
            XCTAssertNoThrow(
                try validate(for: policy) {
                    $0.validity = Self.july2019...Self.july2019 + 4_000 * Authority.day
                }, "\(policy)")
        }
    }

    func test_examine_ofServerWithSeveralFaults_findsAllOfThem() throws {
        let root = try Authority(validAt: Self.july2019)
        let leaf = try root.issue { form in
            form.validity = Self.july2019...Self.july2019 + Self.longest + 1
            form.extendedKeyUsage = []
        }
        let (_, failures) = leaf.examine(
            for: .tlsServer("other.example"), anchors: .only([root.certificate]), at: Self.july2019)
        XCTAssertEqual(Set(failures.map(\.reason)), [.hostMismatch, .wrongPurpose, .validityTooLong])
        XCTAssertEqual(Set(failures.map(\.certificate)), [leaf])
    }
}

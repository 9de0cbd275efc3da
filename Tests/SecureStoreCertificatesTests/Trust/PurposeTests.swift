import XCTest

@testable import SecureStoreCertificates

final class PurposeTests: XCTestCase {
    private static let root = Result { try Authority() }

    private func validate(
        for policy: TrustPolicy, _ purposes: [ExtendedKeyUsage], below: [ExtendedKeyUsage] = []
    ) throws -> [Certificate] {
        let root = try Self.root.get()
        let middle = try root.authority { $0.extendedKeyUsage = below }
        let leaf = try middle.issue { form in
            form.extendedKeyUsage = purposes
            form.add(emailAddresses: ["maria@host.example"])
        }
        return try leaf.validate(
            for: policy, intermediates: [middle.certificate], anchors: .only([root.certificate]),
            at: Authority.today)
    }

    private let rows: [(policy: TrustPolicy, purpose: ExtendedKeyUsage)] = [
        (.tlsServer("host.example"), .serverAuthentication), (.tlsClient, .clientAuthentication),
        (.smime(), .emailProtection), (.codeSigning, .codeSigning),
    ]

    func test_validate_forThePurposeOfTheCertificate_succeeds() {
        for row in rows { XCTAssertNoThrow(try validate(for: row.policy, [row.purpose]), "\(row.policy)") }
    }

    func test_validate_forAnotherPurpose_saysWrongPurpose() {
        for row in rows {
            let others = rows.map(\.purpose).filter { $0 != row.purpose }
            assertFails(.wrongPurpose, "\(row.policy)") { try validate(for: row.policy, others) }
        }
    }

    func test_validate_withAuthorityForAnotherPurpose_saysWrongPurpose() {
        for row in rows {
            let others = rows.map(\.purpose).filter { $0 != row.purpose }
            assertFails(.wrongPurpose, "\(row.policy)") {
                try validate(for: row.policy, [row.purpose], below: others)
            }
        }
    }

    func test_validate_withoutPurposes_isForClientsAndMail() throws {
        for row in rows {
            guard [.tlsClient, .smime()].contains(row.policy) else {
                assertFails(.wrongPurpose, "\(row.policy)") { try validate(for: row.policy, []) }
                continue
            }
            XCTAssertNoThrow(try validate(for: row.policy, []), "\(row.policy)")
        }
    }

    func test_validate_forAnyPurpose_isForClientsAlone() throws {
        for row in rows {
            guard row.policy != .tlsClient else {
                XCTAssertNoThrow(try validate(for: row.policy, [.any]))
                continue
            }
            assertFails(.wrongPurpose, "\(row.policy)") { try validate(for: row.policy, [.any]) }
        }
    }

    func test_validate_withAuthorityForAnyPurpose_succeeds() throws {
        for row in rows {
            XCTAssertNoThrow(try validate(for: row.policy, [row.purpose], below: [.any]), "\(row.policy)")
        }
    }

    func test_validate_withKeyUsageOfNoUse_saysWrongPurpose() throws {
        let root = try Self.root.get()
        for row in rows {
            let leaf = try root.issue { form in
                form.extendedKeyUsage = [row.purpose]
                form.keyUsage = .dataEncipherment
            }
            assertFails(.wrongPurpose, "\(row.policy)") {
                try leaf.validate(for: row.policy, anchors: .only([root.certificate]), at: Authority.today)
            }
        }
    }

    func test_validate_forBasic_asksForNoPurpose() {
        XCTAssertNoThrow(try validate(for: .basic, [.timeStamping]))
    }

    func test_validate_forMail_asksForTheAddress() {
        XCTAssertNoThrow(try validate(for: .smime(email: "maria@host.example"), []))
        assertFails(.emailMismatch) { try validate(for: .smime(email: "eve@host.example"), []) }
        assertFails(.invalidName) { try validate(for: .smime(email: ""), []) }
    }
}

import Foundation
import XCTest

@testable import SecureStoreCertificates

/// Lists of an authority whose name is written in two ways.
final class RevocationNameTests: XCTestCase {
    private let (today, day) = (Authority.today, Authority.day)

    func test_list_ofAnIssuerWhoseNameIsWrittenInTwoTypes_counts() throws {
        let root = try Authority()
        let name = [UInt8](root.certificate.subject.der)
        let type = try XCTUnwrap(name.firstIndex(of: 0x0c))
        let rest = [DER.printableString] + name[(type + 1)...]
        let printable = try DistinguishedName(der: name[..<type] + rest)
        XCTAssertNotEqual(printable.normalized, root.certificate.subject.normalized)
        let leaves = try (1...2).map { _ in try root.issue { $0.issuer = printable } }
        for issuer in [root.certificate.subject, printable] {
            let entry = RevocationListHandle.Entry(
                serialNumber: leaves[0].serialNumber, date: today - 60, extensions: [])
            let der = RevocationListHandle.encoded(
                issuer: issuer.der, entries: [entry], extensions: [], validity: today - 60...today + day,
                signedWith: root.key.handle)
            let check = RevocationCheck(lists: [try RevocationList(der: XCTUnwrap(der))])
            func validate(_ leaf: Certificate) throws -> [Certificate] {
                try leaf.validate(
                    for: .basic, anchors: .only([root.certificate]), at: today, revocation: check)
            }
            assertFails(.revoked) { try validate(leaves[0]) }
            XCTAssertNoThrow(try validate(leaves[1]))
        }
    }
}

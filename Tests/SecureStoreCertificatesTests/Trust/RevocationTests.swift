import Foundation
import SecureStore
import XCTest

@testable import SecureStoreCertificates

/// Lists of revoked certificates: made, read, and asked by a validation.
final class RevocationTests: XCTestCase {
    private let (today, day) = (Authority.today, Authority.day)

    private func list(
        _ issuer: Authority, _ revoked: [Certificate] = [], from start: Date = Authority.today - 60,
        for reason: RevocationReason = .keyCompromise
    ) throws -> RevocationList {
        try issuer.certificate.revocationList(
            revoking: revoked.map { RevokedCertificate($0, at: start, for: reason) }, number: 200,
            key: issuer.key, validity: start...start + 7 * day)
    }

    private func list(_ issuer: Authority, _ extensions: [CertificateExtension]) throws -> RevocationList {
        let der = RevocationListHandle.encoded(
            issuer: issuer.certificate.subject.der, entries: [], extensions: extensions,
            validity: today - 60...today + day, signedWith: issuer.key.handle)
        return try RevocationList(der: XCTUnwrap(der))
    }

    private func validate(
        _ leaf: Certificate, _ root: Authority, _ lists: RevocationList..., through middle: [Certificate] = []
    ) throws -> [Certificate] {
        try leaf.validate(
            for: .basic, intermediates: middle, anchors: .only([root.certificate]), at: today,
            revocation: RevocationCheck(lists: lists))
    }

    func test_list_saysWhatWasRevoked() throws {
        let root = try Authority()
        let leaf = try root.issue()
        let made = try list(root, [leaf], for: .superseded)
        let read = try RevocationList(pem: made.pem.utf8)
        XCTAssertEqual(read, made)
        XCTAssertEqual(read.revoked, [RevokedCertificate(leaf, at: today - 60, for: .superseded)])
        XCTAssertEqual(read.issuer, root.certificate.subject)
        XCTAssertEqual(read.number, 200)
        XCTAssertEqual(read.thisUpdate, today - 60)
        XCTAssertEqual(read.nextUpdate, today - 60 + 7 * day)
    }

    func test_list_byEveryKindOfKey_isCheckedWithIt() throws {
        for kind in [KeyKind.rsa(2_048), .p384, .p521, .ed25519] {
            let root = try Authority(key: .sample(kind))
            let (leaf, other) = (try root.issue(), try root.issue())
            let list = try list(root, [leaf])
            XCTAssertEqual(assertFails(.revoked) { try validate(leaf, root, list) }?.certificate, leaf)
            XCTAssertNoThrow(try validate(other, root, list), "\(kind)")
        }
    }

    func test_validate_withoutAnAnswer_failsIfOneIsRequired() throws {
        let root = try Authority()
        let leaf = try root.issue()
        assertFails(.revocationNotKnown) { try validate(leaf, root) }
        XCTAssertNoThrow(
            try leaf.validate(
                for: .basic, anchors: .only([root.certificate]), at: today,
                revocation: RevocationCheck(isAnswerRequired: false)))
    }

    func test_validate_asksAboutEachAuthority() throws {
        let root = try Authority()
        let middle = try root.authority()
        let leaf = try middle.issue()
        let (above, below) = (try list(root), try list(middle))
        XCTAssertNoThrow(try validate(leaf, root, above, below, through: [middle.certificate]))
        let error = assertFails(.revocationNotKnown) {
            try validate(leaf, root, below, through: [middle.certificate])
        }
        XCTAssertEqual(error?.certificate, middle.certificate)
        let revoked = try list(root, [middle.certificate])
        assertFails(.revoked) { try validate(leaf, root, revoked, below, through: [middle.certificate]) }
    }

    func test_validate_withAListThatDoesNotCount_isNotAnswered() throws {
        let (root, twin) = (try Authority(), try Authority())
        let silent = try root.authority("Silent") { $0.keyUsage = .certificateSigning }
        let (leaf, below) = (try root.issue(), try silent.issue())
        let unsigned = RevocationListHandle.encoded(
            issuer: silent.certificate.subject.der, entries: [], extensions: [],
            validity: today - 60...today + day, signedWith: silent.key.handle)
        assertFails(.revocationNotKnown, "of another key") { try validate(leaf, root, list(twin)) }
        assertFails(.revocationNotKnown, "old") {
            try validate(leaf, root, list(root, from: today - 8 * day))
        }
        assertFails(.revocationNotKnown, "early") { try validate(leaf, root, list(root, from: today + 301)) }
        XCTAssertNoThrow(try validate(leaf, root, list(root, from: today + 299)))
        assertFails(.revocationNotKnown, "by a key for certificates alone") {
            try validate(
                below, root, list(root), RevocationList(der: XCTUnwrap(unsigned)),
                through: [silent.certificate])
        }
    }

    func test_validate_withAnOldList_stillKnowsWhatWasRevoked() throws {
        let root = try Authority()
        let leaf = try root.issue()
        let old = try list(root, [leaf], from: today - 9 * day)
        assertFails(.revoked) { try validate(leaf, root, old, list(root)) }
        let later = try list(root, [leaf], from: today + day)
        XCTAssertNoThrow(try validate(leaf, root, later, list(root)))
    }

    func test_validate_ofACertificateOnHoldOrTakenOffAList_saysRevoked() throws {
        let root = try Authority()
        let leaf = try root.issue()
        // The second belongs into delta lists, which say that a certificate is off hold.
        for number in [6, 8] as [UInt8] {
            let reason = RevocationReason(rawValue: number)
            assertFails(.revoked) { try validate(leaf, root, list(root, [leaf], for: reason)) }
        }
    }

    func test_list_thatIsNotOneOfAllCertificates_isRefusedByName() throws {
        let root = try Authority()
        func point(_ content: [UInt8]) -> CertificateExtension {
            CertificateExtension(
                identifier: "2.5.29.28", isCritical: true, value: DER.encode(DER.sequence, content))
        }
        let rows = [
            (
                CertificateExtension(identifier: "2.5.29.27", isCritical: true, value: [2, 1, 1]),
                "delta list"
            ),
            (point([0x84, 1, 0xff]), "indirect list"), (point([0x83, 2, 6, 0x40]), "some reasons"),
            (point([0x85, 1, 0xff]), "attribute certificates"),
            (
                CertificateExtension(identifier: "1.2.3.4", isCritical: true, value: [5, 0]),
                "critical extension"
            ),
        ]
        for (part, words) in rows {
            XCTAssertThrowsError(try list(root, [part])) { error in
                XCTAssertEqual((error as? StoreError)?.status, .unimplemented)
                XCTAssertTrue("\(error)".contains(words), "\(error)")
            }
        }
    }

    func test_list_withACriticalExtensionThatCannotBeRead_throwsDecode() throws {
        let root = try Authority()
        let long = "1.2" + String(repeating: ".123456789", count: 30)
        for (identifier, value) in [(long, [5, 0]), ("1.2.3.4", []), (long, [])] as [(String, [UInt8])] {
            let part = CertificateExtension(identifier: identifier, isCritical: true, value: value)
            XCTAssertThrowsError(try list(root, [part])) { error in
                XCTAssertTrue([.decode, .unimplemented].contains((error as? StoreError)?.status))
            }
        }
    }

    func test_list_aboutACertificateWithListsForSomeReasons_vouchesForNothing() throws {
        let root = try Authority()
        let uri = DER.encode(0xa0, DER.encode(0xa0, DER.encode(0x86, "http://a.example/1".utf8)))
        func leaf(_ more: [UInt8], isLong: Bool = false) throws -> Certificate {
            let whole = uri + more
            let head = isLong ? [0x30, 0x81, UInt8(whole.count)] : [0x30, UInt8(whole.count)]
            let points = CertificateExtension(
                identifier: CertificateExtension.revocationLists,
                value: DER.encode(DER.sequence, head + whole))
            return try root.issue { $0.further = [points] }
        }
        XCTAssertNoThrow(try validate(leaf([]), root, list(root)))
        let some = try leaf([0x81, 2, 6, 0x40])
        assertFails(.revocationNotKnown) { try validate(some, root, list(root)) }
        assertFails(.revoked) { try validate(some, root, list(root, [some])) }
        // Lengths that are longer than need be, which libcrypto reads; and a bit string in parts.
        let (long, parts) = (try leaf([0x81, 0x81, 2, 6, 0x40]), try leaf([0xa1, 4, 3, 2, 6, 0x40]))
        for one in [long, try leaf([0x81, 2, 6, 0x40], isLong: true), parts] {
            assertFails(.revocationNotKnown) { try validate(one, root, list(root)) }
        }
    }

    func test_list_withAnEntryOfAnotherIssuer_isRefusedByName() throws {
        let root = try Authority()
        let stated = CertificateExtension(identifier: "2.5.29.29", isCritical: true, value: [0x30, 0])
        let entry = RevocationListHandle.Entry(serialNumber: Data([1]), date: today, extensions: [stated])
        let der = RevocationListHandle.encoded(
            issuer: root.certificate.subject.der, entries: [entry], extensions: [],
            validity: today - 60...today + day, signedWith: root.key.handle)
        assertThrows(.unimplemented) { _ = try RevocationList(der: XCTUnwrap(der)) }
    }

    func test_list_ofAScope_isAboutCertificatesWithin() throws {
        let root = try Authority()
        let middle = try root.authority()
        let leaf = try root.issue {
            var contents = CertificateContents()
            contents.revocationListURIs = ["http://a.example/1"]
            $0.further = (try? contents.otherExtensions) ?? []
        }
        func scoped(_ content: [UInt8]) throws -> RevocationList {
            try list(
                root,
                [
                    CertificateExtension(
                        identifier: "2.5.29.28", isCritical: true,
                        value: DER.encode(DER.sequence, content))
                ])
        }
        func uri(_ text: String) -> [UInt8] {
            DER.encode(0xa0, DER.encode(0xa0, DER.encode(0x86, text.utf8)))
        }
        for content in [uri("http://a.example/1"), [0x81, 1, 0xff]] {
            XCTAssertNoThrow(try validate(leaf, root, scoped(content)))
        }
        XCTAssertNoThrow(try validate(middle.certificate, root, scoped([0x82, 1, 0xff])))
        for content in [uri("http://a.example/2"), [0x82, 1, 0xff], [0xa0, 2, 0xa1, 0]] {
            assertFails(.revocationNotKnown) { try validate(leaf, root, scoped(content)) }
        }
        assertFails(.revocationNotKnown) { try validate(middle.certificate, root, scoped([0x81, 1, 0xff])) }
    }

    func test_list_ofAPlaceWhereAnotherSignsLists_vouchesForNothing() throws {
        let root = try Authority()
        let place = DER.encode(0xa0, DER.encode(0xa0, DER.encode(0x86, "http://a.example/1".utf8)))
        let other = DER.encode(0xa2, DER.encode(0xa4, root.certificate.subject.der))
        let scope = CertificateExtension(
            identifier: "2.5.29.28", isCritical: true, value: DER.encode(DER.sequence, place))
        for (issuer, isVouchedFor) in [([], true), (other, false)] {
            let point = DER.encode(DER.sequence, DER.encode(DER.sequence, place + issuer))
            let leaf = try root.issue {
                $0.further = [CertificateExtension(identifier: "2.5.29.31", isCritical: false, value: point)]
            }
            let list = try list(root, [scope])
            guard !isVouchedFor else {
                XCTAssertNoThrow(try validate(leaf, root, list))
                continue
            }
            assertFails(.revocationNotKnown) { try validate(leaf, root, list) }
        }
    }

    func test_list_ofUsersAlone_isNotAboutAnAuthorityThatSignsNoCertificates() throws {
        let root = try Authority()
        let middle = try root.authority("Middle") { $0.keyUsage = .digitalSignature }.certificate
        func point(_ tag: UInt8) -> CertificateExtension {
            CertificateExtension(
                identifier: "2.5.29.28", isCritical: true, value: DER.encode(DER.sequence, [tag, 1, 0xff]))
        }
        XCTAssertNoThrow(try validate(middle, root, list(root, [point(0x82)])))
        assertFails(.revocationNotKnown) { try validate(middle, root, list(root, [point(0x81)])) }
    }

    func test_revocationList_byWhoMayNotSignOne_throwsParam() throws {
        let (root, key) = (try Authority(), try PrivateKey.generate(.p256))
        let silent = try root.authority("Silent") { $0.keyUsage = .certificateSigning }
        let week = today...today + 7 * day
        assertThrows(.param) {
            _ = try root.certificate.revocationList(revoking: [], number: 1, key: key, validity: week)
        }
        assertThrows(.param) {
            _ = try silent.certificate.revocationList(
                revoking: [], number: 1, key: silent.key, validity: week)
        }
        for (number, serial) in [(-1, Data([1])), (1, Data())] {
            assertThrows(.param) {
                _ = try root.certificate.revocationList(
                    revoking: [RevokedCertificate(serialNumber: serial, at: self.today)], number: number,
                    key: root.key, validity: week)
            }
        }
    }

    func test_list_withAnyByteChanged_vouchesForNothing() throws {
        let root = try Authority()
        let (leaf, other) = (try root.issue(), try root.issue())
        let der = [UInt8](try list(root, [other]).der)
        for place in der.indices {
            var bytes = der
            bytes[place] ^= 0x41
            guard let changed = try? RevocationList(der: bytes) else { continue }
            XCTAssertThrowsError(try validate(leaf, root, changed), "\(place)")
        }
    }

    func test_list_ofTwentyThousandCertificates_isReadAtOnce() throws {
        let root = try Authority()
        let revoked = (0..<20_000).map {
            RevokedCertificate(serialNumber: Data([1, UInt8($0 >> 8), UInt8($0 & 0xff)]), at: today)
        }
        let list = try root.certificate.revocationList(
            revoking: revoked, number: 1, key: root.key, validity: today...today + day)
        let leaf = try root.issue { $0.serialNumber = [1, 0x4e, 0x1f] }
        let seconds = try processorSeconds {
            XCTAssertEqual(try RevocationList(der: list.der).revoked.count, 20_000)
            assertFails(.revoked) { try validate(leaf, root, list) }
        }
        XCTAssertLessThan(seconds, 3 * slowness)
    }
}

import Foundation
import SecureStore
import SecureStoreCertificates
import XCTest

@testable import KeychainServices

/// The forms that an import tells apart, what it says of them, and the exports that a form does not fit.
final class ImportFormTests: XCTestCase {
    private typealias Read = (
        status: OSStatus, format: SecExternalFormat, type: SecExternalItemType, items: [NSObject]?
    )

    /// The answers of an import that is told what to expect.
    private func read(
        _ data: Data, _ format: SecExternalFormat = .formatUnknown,
        _ type: SecExternalItemType = .itemTypeUnknown
    ) -> Read {
        var (format, type, items) = (format, type, CFArray?.none)
        let status = unsafe SecItemImport(data as NSData, nil, &format, &type, [], nil, nil, &items)
        return (status, format, type, items as? [NSObject])
    }

    private func export(
        _ item: AnyObject, _ format: SecExternalFormat, text: Bool = false
    ) -> (status: OSStatus, data: Data?) {
        var data: CFData?
        let status = unsafe SecItemExport(item, format, text ? .pemArmour : [], nil, &data)
        return (status, data as Data?)
    }

    func test_import_ofOneBlock_saysWhatIsInIt() throws {
        let chain = try MadeChain()
        let (certificate, key) = (chain.leaf.certificate, chain.leaf.key)
        let rows: [(String, SecExternalFormat, SecExternalItemType, NSObject)] = [
            (certificate.pem, .formatX509Cert, .itemTypeCertificate, try chain.certificate),
            (
                "of a host\n\(certificate.pem)end", .formatX509Cert, .itemTypeCertificate,
                try chain.certificate
            ),
            (try text(key.pem()), .formatOpenSSL, .itemTypePrivateKey, try chain.key),
            (try text(key.olderPEM()), .formatOpenSSL, .itemTypePrivateKey, try chain.key),
            (try key.publicKey.pem, .formatOpenSSL, .itemTypePublicKey, try SecKey(key.publicKey)),
            (
                certificate.der.base64EncodedString(options: .lineLength64Characters), .formatX509Cert,
                .itemTypeCertificate, try chain.certificate
            ),
        ]
        for (index, row) in rows.enumerated() {
            let (status, format, type, items) = read(Data(row.0.utf8))
            XCTAssertEqual(status, errSecSuccess, "row \(index)")
            XCTAssertEqual(format, row.1, "row \(index)")
            XCTAssertEqual(type, row.2, "row \(index)")
            XCTAssertEqual(items, [row.3], "row \(index)")
        }
    }

    private func text(_ secret: SecretBytes) throws -> String {
        secret.withBytes { String(decoding: Array($0), as: UTF8.self) }
    }

    func test_import_ofSeveralBlocks_isASequence() throws {
        let chain = try MadeChain()
        let answer = read(Data("a\n\(chain.leaf.certificate.pem)b\n\(chain.root.pem)c".utf8))
        XCTAssertEqual(answer.format, .formatPEMSequence)
        XCTAssertEqual(answer.type, .itemTypeAggregate)
        XCTAssertEqual(answer.items, [try chain.certificate, try SecCertificate(chain.root)])
    }

    func test_exportAsPKCS7_isReadAsItsCertificates() throws {
        let chain = try MadeChain()
        let items: [NSObject] = [try chain.certificate, try SecCertificate(chain.root)]
        for isText in [false, true] {
            let made = export(items as NSArray, .formatPKCS7, text: isText)
            XCTAssertEqual(made.status, errSecSuccess)
            let answer = read(try XCTUnwrap(made.data))
            XCTAssertEqual(answer.status, errSecSuccess)
            XCTAssertEqual(answer.format, .formatPKCS7)
            XCTAssertEqual(answer.type, .itemTypeAggregate)
            XCTAssertEqual(answer.items.map(Set.init), Set(items))
        }
    }

    func test_import_ofAnotherFormThanStated_isUnsupportedOrUnknown() throws {
        let chain = try MadeChain()
        let (der, key) = (chain.leaf.certificate.der, try chain.leaf.key.publicKey.der)
        let rows: [(Data, SecExternalFormat, SecExternalItemType, OSStatus)] = [
            (key, .formatX509Cert, .itemTypeUnknown, errSecUnsupportedFormat),
            (key, .formatPKCS7, .itemTypeUnknown, errSecUnsupportedFormat),
            (key, .formatUnknown, .itemTypeCertificate, errSecUnsupportedFormat),
            (Data([1, 2]), .formatX509Cert, .itemTypeCertificate, errSecUnsupportedFormat),
            (der, .formatOpenSSL, .itemTypeUnknown, errSecUnknownFormat),
            (key, .formatOpenSSL, .itemTypePrivateKey, errSecUnknownFormat),
            (der, .formatUnknown, .itemTypePublicKey, errSecUnknownFormat),
            (der.dropLast(), .formatUnknown, .itemTypeUnknown, errSecUnknownFormat),
            (der, .formatX509Cert, .itemTypeCertificate, errSecSuccess),
            (der, .formatPKCS7, .itemTypeUnknown, errSecSuccess),
            (key, .formatOpenSSL, .itemTypePublicKey, errSecSuccess),
            (Data(chain.leaf.certificate.pem.utf8), .formatOpenSSL, .itemTypeUnknown, errSecSuccess),
        ]
        for (index, row) in rows.enumerated() {
            XCTAssertEqual(read(row.0, row.1, row.2).status, row.3, "row \(index)")
        }
    }

    func test_export_ofWhatIsNotOneItemOfTheForm_isParam() throws {
        let chain = try MadeChain()
        let rows: [(AnyObject, SecExternalFormat)] = [
            (try chain.key, .formatX509Cert), (try chain.certificate, .formatOpenSSL),
            (try chain.key, .formatNetscapeCertSequence), (try chain.key, .formatPKCS7),
            (try [chain.key, chain.key] as NSArray, .formatOpenSSL), (NSArray(), .formatOpenSSL),
            (try chain.identity, .formatX509Cert),
        ]
        for (item, format) in rows { XCTAssertEqual(export(item, format).status, errSecParam, "\(format)") }
        XCTAssertEqual(export(NSString(), .formatUnknown).status, errSecInvalidItemRef)
        XCTAssertEqual(export(try chain.key, .formatSSH).status, errSecUnsupportedFormat)
    }

    func test_export_ofIdentity_isItsCertificateAndKey() throws {
        let chain = try MadeChain()
        let data = try XCTUnwrap(export(try chain.identity, .formatUnknown).data)
        XCTAssertEqual(read(data).items, [try chain.key, try chain.certificate])
    }
}

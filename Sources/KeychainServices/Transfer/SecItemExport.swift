internal import SecureStoreCertificates
public import Foundation
internal import SecureStore

/// The bytes of a certificate, key or identity, or of several in an array.
///
/// Without a format, a single item is in DER and several are PEM; private keys are PKCS#8. PKCS#12 takes one
/// identity, with the certificates beside it as its chain. It and `formatWrappedPKCS8` need a passphrase:
/// without, they answer `errSecPassphraseRequired`. Keys that do not leave answer `errSecKeyIsSensitive`, and
/// formats that an item does not have `errSecUnsupportedFormat`.
@discardableResult
public func SecItemExport(
    _ secItemOrArray: CFTypeRef, _ outputFormat: SecExternalFormat, _ flags: SecItemImportExportFlags,
    _ keyParams: UnsafePointer<SecItemImportExportKeyParameters>?,
    _ exportedData: UnsafeMutablePointer<CFData?>
) -> OSStatus {
    unsafe status(answeringIn: exportedData) { () throws(StoreError) in
        let all = secItemOrArray as? [AnyObject] ?? [secItemOrArray]
        let items = ExportedItems(items: all, passphrase: try unsafe keyParams?.secret())
        return try items.bytes(outputFormat, isText: flags.contains(.pemArmour)) as NSData
    }
}

private struct ExportedItems {
    let items: [AnyObject]
    let passphrase: SecretBytes?

    func bytes(_ format: SecExternalFormat, isText: Bool) throws(StoreError) -> Data {
        switch format {
        case .formatPKCS12 where !isText: return try pkcs12()
        case .formatUnknown where items.count == 1 && !isText: break
        case .formatUnknown, .formatPEMSequence: return try pem(format)
        default: if isText { return try pem(format) }
        }
        guard items.count == 1, let item = items.first else { throw Self.unsupported }
        return try der(item, format)
    }

    private static let unsupported = StoreError(
        StoreStatus(rawValue: errSecUnsupportedFormat),
        "the format is not one for these items; formatUnknown chooses one")

    private func requiredPassphrase() throws(StoreError) -> SecretBytes {
        guard let passphrase else {
            throw StoreError(
                .passphraseRequired, "this format is encrypted; give a passphrase in the key parameters")
        }
        return passphrase
    }

    private func der(_ item: AnyObject, _ format: SecExternalFormat) throws(StoreError) -> Data {
        if let item = item as? SecCertificate, [.formatUnknown, .formatX509Cert].contains(format) {
            return try item.certificate.der
        }
        guard let item = item as? SecKey else { throw Self.unsupported }
        switch (try item.half, format) {
        case (.public(let key), .formatUnknown), (.public(let key), .formatOpenSSL): return try key.der
        case (.public(let key), .formatRawKey): return key.externalRepresentation
        case (.private(let key), .formatUnknown), (.private(let key), .formatOpenSSL):
            return Data(try key.pkcs8())
        case (.private(let key), .formatRawKey): return Data(try key.externalRepresentation())
        case (.private(let key), .formatWrappedPKCS8):
            return Data(try key.pkcs8(passphrase: requiredPassphrase()))
        default: throw Self.unsupported
        }
    }

    /// A block for each item; for an identity two.
    private func pem(_ format: SecExternalFormat) throws(StoreError) -> Data {
        var text = Data()
        for item in items {
            if let identity = item as? SecIdentity {
                text += try block(of: identity.certificate, format) + block(of: identity.key, format)
            } else {
                text += try block(of: item, format)
            }
        }
        return text
    }

    private func block(of item: AnyObject, _ format: SecExternalFormat) throws(StoreError) -> Data {
        let isPlain = format == .formatUnknown || format == .formatPEMSequence
        if let item = item as? SecCertificate, isPlain || format == .formatX509Cert {
            return Data(try item.certificate.pem.utf8)
        }
        guard let item = item as? SecKey, isPlain || format == .formatOpenSSL || format == .formatWrappedPKCS8
        else { throw Self.unsupported }
        switch try item.half {
        case .public(let key) where format != .formatWrappedPKCS8: return Data(try key.pem.utf8)
        case .public: throw Self.unsupported
        case .private(let key) where format == .formatWrappedPKCS8:
            return Data(try key.pem(passphrase: requiredPassphrase()))
        case .private(let key):
            // Whoever gives a passphrase does not want the key in the open.
            if let passphrase { return Data(try key.pem(passphrase: passphrase)) }
            return Data(try key.pem())
        }
    }

    private func pkcs12() throws(StoreError) -> Data {
        let identities = items.compactMap { $0 as? SecIdentity }
        let certificates = items.compactMap { $0 as? SecCertificate }
        guard identities.count == 1, let one = identities.first, certificates.count + 1 == items.count else {
            throw Self.unsupported
        }
        var chain: [Certificate] = []
        for certificate in certificates { chain.append(try certificate.certificate) }
        let identity = try Identity(
            certificate: one.certificate.certificate, key: one.key.privateKey, chain: chain)
        return try identity.pkcs12(
            passphrase: requiredPassphrase(),
            label: SecCertificateCopySubjectSummary(one.certificate) as String?)
    }
}

extension Data {
    /// Copies a secret into bytes that nobody erases, because an export is put together from several.
    init(_ secret: SecretBytes) {
        self = secret.withRawBytes { bytes in unsafe bytes.withUnsafeBytes { unsafe Data($0) } }
    }
}

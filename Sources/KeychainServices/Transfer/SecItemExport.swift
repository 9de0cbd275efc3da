internal import SecureStoreCertificates
public import Foundation
internal import SecureStore

/// The bytes of a certificate, key or identity, or of several in an array.
///
/// Without a format, a single item is in DER and several are PEM, as are certificate and key of an identity;
/// private keys are PKCS#8 as text and under a passphrase, and PKCS#1 or SEC 1 in DER where there is such a
/// form. PKCS#7 takes certificates, and PKCS#12 one identity, with the certificates beside
/// it that are its chain. PKCS#12 and `formatWrappedPKCS8` need a passphrase: without, they answer
/// `errSecPassphraseRequired`. Keys that do not leave answer `errSecKeyIsSensitive`, formats that are not
/// supported `errSecUnsupportedFormat`, items that are not one of the format `errSecParam`, and objects that
/// are no items `errSecInvalidItemRef`.
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
        guard !items.isEmpty else {
            throw StoreError(.param, "there are no items; give a certificate, a key or an identity")
        }
        let parts = try parts()
        switch format {
        case .formatPKCS12 where !isText: return try pkcs12()
        case .formatPKCS7:
            let message = try SignedMessage(certificates: certificates(parts))
            return isText ? Data(message.pem.utf8) : message.der
        case .formatPEMSequence,
            .formatUnknown where parts.count != 1:
            var text = Data()
            for part in parts { text += try bytes(of: part, .formatUnknown, isText: true) }
            return text
        case .formatUnknown: break
        default:
            guard parts.count == 1, parts[0] is SecCertificate == (format == .formatX509Cert),
                format != .formatNetscapeCertSequence
            else {
                throw StoreError(.param, "the format is one for one item of another kind; take formatUnknown")
            }
        }
        return try bytes(of: parts[0], format, isText: isText)
    }

    private static let unsupported = StoreError(
        StoreStatus(rawValue: errSecUnsupportedFormat),
        "the format is not one for these items; formatUnknown chooses one")

    /// The certificates and keys, of an identity both.
    private func parts() throws(StoreError) -> [AnyObject] {
        var parts: [AnyObject] = []
        for item in items {
            switch item {
            case let identity as SecIdentity: parts += [identity.certificate, identity.key]
            case is SecCertificate, is SecKey: parts.append(item)
            default:
                throw StoreError(
                    StoreStatus(rawValue: errSecInvalidItemRef),
                    "an object is no certificate, key or identity; leave it out")
            }
        }
        return parts
    }

    private func certificates(_ parts: [AnyObject]) throws(StoreError) -> [Certificate] {
        try parts.map { part throws(StoreError) in
            guard let part = part as? SecCertificate else {
                throw StoreError(.param, "PKCS#7 takes certificates alone; leave the keys out")
            }
            return try part.certificate
        }
    }

    private func requiredPassphrase() throws(StoreError) -> SecretBytes {
        guard let passphrase else {
            throw StoreError(
                .passphraseRequired, "this format is encrypted; give a passphrase in the key parameters")
        }
        return passphrase
    }

    private func sealed(_ key: PrivateKey, isText: Bool) throws(StoreError) -> Data {
        let passphrase = try requiredPassphrase()
        return try (isText ? key.pem(passphrase: passphrase) : key.pkcs8(passphrase: passphrase)).data()
    }

    /// The encoding, or a block of text with it.
    private func bytes(
        of item: AnyObject, _ format: SecExternalFormat, isText: Bool
    ) throws(StoreError) -> Data {
        if let item = item as? SecCertificate, [.formatUnknown, .formatX509Cert].contains(format) {
            let certificate = try item.certificate
            return isText ? Data(certificate.pem.utf8) : certificate.der
        }
        let hasText = [.formatUnknown, .formatOpenSSL, .formatWrappedPKCS8].contains(format)
        guard let item = item as? SecKey, hasText || !isText else { throw Self.unsupported }
        switch (try item.half, format) {
        case (.public(let key), .formatUnknown), (.public(let key), .formatOpenSSL):
            return isText ? Data(try key.pem.utf8) : try key.der
        case (.public(let key), .formatRawKey): return key.externalRepresentation
        case (.private(let key), .formatUnknown), (.private(let key), .formatOpenSSL):
            // Whoever gives a passphrase does not want the key in the open.
            if passphrase != nil { return try sealed(key, isText: isText) }
            if isText { return try (format == .formatOpenSSL ? key.olderPEM() : key.pem()).data() }
            if let older = try key.olderForm() { return older.bytes.data() }
            return try key.pkcs8().data()
        case (.private(let key), .formatRawKey) where passphrase == nil:
            return try key.externalRepresentation().data()
        case (.private(let key), .formatWrappedPKCS8):
            return try sealed(key, isText: isText)
        default: throw Self.unsupported
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
        guard chain.allSatisfy({ $0 == identity.certificate || identity.chain.contains($0) }) else {
            throw Self.unsupported
        }
        return try identity.pkcs12(
            passphrase: requiredPassphrase(),
            label: SecCertificateCopySubjectSummary(one.certificate) as String?)
    }
}

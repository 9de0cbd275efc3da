internal import SecureStoreCertificates
public import Foundation
internal import SecureStore

/// Reads the keys, certificates and identities of PEM, DER, PKCS#7 or PKCS#12; the content tells which.
///
/// They are stored in `importKeychain` if there is one, all or none, where what is stored already stays. On
/// return, `inputFormat` and `itemType` say what it was. A text says itself what it holds; of other bytes
/// they may say it before. Bytes that are something else answer `errSecUnsupportedFormat` in place of
/// certificates, and `errSecUnknownFormat` else, as those do of which nothing is known. The name of the file
/// does not count. Answers `errSecParam` for no bytes, `errSecPassphraseRequired`,
/// `errSecPkcs12VerifyFailure` for a wrong passphrase of PKCS#12, and `errSecMultiplePrivKeys` for several
/// with the flag `importOnlyOne`. Private keys whose attributes are given without `kSecAttrIsExtractable` do
/// not leave any more.
@discardableResult
public func SecItemImport(
    _ importedData: CFData, _ fileNameOrExtension: CFString?,
    _ inputFormat: UnsafeMutablePointer<SecExternalFormat>?,
    _ itemType: UnsafeMutablePointer<SecExternalItemType>?, _ flags: SecItemImportExportFlags,
    _ keyParams: UnsafePointer<SecItemImportExportKeyParameters>?, _ importKeychain: SecKeychain?,
    _ outItems: UnsafeMutablePointer<CFArray?>?
) -> OSStatus {
    unsafe status(answeringIn: outItems) { () throws(StoreError) in
        let stated = StatedForm(
            format: unsafe inputFormat?.pointee ?? .formatUnknown,
            type: unsafe itemType?.pointee ?? .itemTypeUnknown)
        let file = try KeyFile(importing: importedData, unsafe keyParams?.secret(), stated)
        let keyFlags = unsafe keyParams?.pointee.flags ?? []
        if keyFlags.contains(.importOnlyOne), file.privateKeys.count + file.identities.count > 1 {
            throw StoreError(
                StoreStatus(rawValue: errSecMultiplePrivKeys),
                "there are several private keys; leave the flag importOnlyOne out")
        }
        let items = try file.items(isExtractable: unsafe keyParams?.makesExtractable ?? true)
        if let importKeychain {
            try ItemCall.addNew(items.map { [kSecValueRef: $0, kSecUseKeychain: importKeychain] })
        }
        unsafe inputFormat?.pointee = file.format
        unsafe itemType?.pointee = file.itemType
        return items as NSArray
    }
}

extension UnsafePointer<SecItemImportExportKeyParameters> {
    /// False if attributes are given, and that of a key that leaves is not among them.
    fileprivate var makesExtractable: Bool {
        guard let given = unsafe pointee.keyAttributes?.takeUnretainedValue(), given.count > 0 else {
            return true
        }
        return given.contains(kSecAttrIsExtractable)
    }

    func secret() throws(StoreError) -> SecretBytes? {
        try unsafe passphrase(pointee.passphrase?.takeUnretainedValue())
    }
}

func passphrase(_ given: Any?) throws(StoreError) -> SecretBytes? {
    switch given {
    case nil: return nil
    case let text as String: return try SecretBytes(copying: text.utf8)
    case let bytes as NSData: return try SecretBytes(copying: bytes)
    default: throw StoreError(.param, "a passphrase must be text or bytes")
    }
}

/// The form and the type of item that a caller expects of the bytes.
private struct StatedForm {
    let format: SecExternalFormat
    let type: SecExternalItemType

    private var isOfCertificates: Bool {
        format == .formatX509Cert || format == .formatPKCS7
            || format == .formatUnknown && type == .itemTypeCertificate
    }

    func check(_ file: KeyFile) throws(StoreError) {
        // A text has lines that say what follows.
        guard file.form != .pem else { return }
        let hasCertificates = [.formatX509Cert, .formatPKCS7].contains(file.format)
        let isFormat =
            format == .formatUnknown || format == file.format || isOfCertificates && hasCertificates
        let isType = type == .itemTypeUnknown || type == file.itemType || isOfCertificates && hasCertificates
        guard isFormat, isType || file.form == .pkcs12 else { throw error("the bytes have another form") }
    }

    /// The error for other bytes than were stated.
    func error(_ reason: String) -> StoreError {
        let code = isOfCertificates ? errSecUnsupportedFormat : errSecUnknownFormat
        return StoreError(
            StoreStatus(rawValue: code), "\(reason); leave format and type unknown, or give another file")
    }
}

extension KeyFile {
    fileprivate init(
        importing bytes: NSData, _ passphrase: SecretBytes?, _ stated: StatedForm
    ) throws(StoreError) {
        guard bytes.length > 0 else { throw StoreError(.param, "there are no bytes; give a file's content") }
        let secret = try SecretBytes(copying: bytes)
        do throws(StoreError) { try self.init(secret, passphrase: passphrase) } catch {
            if [.decode, .unknownFormat].contains(error.status) { throw stated.error(error.reason) }
            // Of all forms PKCS#12 alone is tried without a passphrase, too.
            guard error.status == .authFailed else { throw error }
            guard passphrase != nil else {
                throw StoreError(
                    .passphraseRequired, "the file is encrypted; give its passphrase in the key parameters")
            }
            throw StoreError(StoreStatus(rawValue: errSecPkcs12VerifyFailure), error.reason)
        }
        guard identities.count + privateKeys.count + publicKeys.count + certificates.count > 0 else {
            throw StoreError(
                .unknownFormat, "the file has no key and no certificate; give one in PEM, DER or PKCS#12")
        }
        try stated.check(self)
    }

    fileprivate func items(isExtractable: Bool) throws(StoreError) -> [NSObject] {
        var items: [NSObject] = []
        for identity in identities {
            let key = try SecKey(identity.key, isExtractable: isExtractable)
            items.append(SecIdentity(try SecCertificate(identity.certificate), key))
        }
        for key in privateKeys { items.append(try SecKey(key, isExtractable: isExtractable)) }
        for key in publicKeys { items.append(try SecKey(key)) }
        for certificate in certificates { items.append(try SecCertificate(certificate)) }
        return items
    }

    fileprivate var format: SecExternalFormat {
        switch parts.first {
        case let part? where parts == [part]: Self.formats[part] ?? .formatUnknown
        default: .formatPEMSequence
        }
    }

    private static let formats: [Form.Kind: SecExternalFormat] = [
        .certificate: .formatX509Cert, .key: .formatOpenSSL, .sealedKey: .formatWrappedPKCS8,
        .pkcs7: .formatPKCS7, .pkcs12: .formatPKCS12,
    ]

    fileprivate var itemType: SecExternalItemType {
        if parts == [.pkcs7] { return .itemTypeAggregate }
        return switch (identities.count, privateKeys.count, publicKeys.count, certificates.count) {
        case (0, 1, 0, 0): .itemTypePrivateKey
        case (0, 0, 1, 0): .itemTypePublicKey
        case (0, 0, 0, 1): .itemTypeCertificate
        default: .itemTypeAggregate
        }
    }
}

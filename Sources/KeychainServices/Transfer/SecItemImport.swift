internal import SecureStoreCertificates
public import Foundation
internal import SecureStore

/// Reads the keys, certificates and identities of PEM, DER or PKCS#12; the content tells which it is.
///
/// They are stored in `importKeychain` if there is one, where what is stored already stays. On return,
/// `inputFormat` and `itemType` say what it was; neither what they ask for before nor the name of the file
/// counts. Answers `errSecUnknownFormat`, `errSecPassphraseRequired`, `errSecPkcs12VerifyFailure` for a wrong
/// passphrase of PKCS#12, and `errSecMultiplePrivKeys` for several with the flag `importOnlyOne`. Private
/// keys whose attributes are given without `kSecAttrIsExtractable` do not leave any more.
@discardableResult
public func SecItemImport(
    _ importedData: CFData, _ fileNameOrExtension: CFString?,
    _ inputFormat: UnsafeMutablePointer<SecExternalFormat>?,
    _ itemType: UnsafeMutablePointer<SecExternalItemType>?, _ flags: SecItemImportExportFlags,
    _ keyParams: UnsafePointer<SecItemImportExportKeyParameters>?, _ importKeychain: SecKeychain?,
    _ outItems: UnsafeMutablePointer<CFArray?>?
) -> OSStatus {
    unsafe status(answeringIn: outItems) { () throws(StoreError) in
        let file = try KeyFile(importing: importedData as Data, unsafe keyParams?.secret())
        let keyFlags = unsafe keyParams?.pointee.flags ?? []
        if keyFlags.contains(.importOnlyOne), file.privateKeys.count + file.identities.count > 1 {
            throw StoreError(
                StoreStatus(rawValue: errSecMultiplePrivKeys),
                "there are several private keys; leave the flag importOnlyOne out")
        }
        let items = try file.items(isExtractable: unsafe keyParams?.makesExtractable ?? true)
        if let importKeychain {
            for item in items {
                try ItemCall([kSecValueRef: item, kSecUseKeychain: importKeychain], isQuery: false).addIfNew()
            }
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
    case let bytes as Data: return try SecretBytes(copying: bytes)
    default: throw StoreError(.param, "a passphrase must be text or bytes")
    }
}

extension KeyFile {
    fileprivate init(importing bytes: Data, _ passphrase: SecretBytes?) throws(StoreError) {
        let secret = try SecretBytes(copying: bytes)
        do throws(StoreError) { try self.init(secret, passphrase: passphrase) } catch {
            // Of all forms PKCS#12 alone is tried without a passphrase, too.
            guard error.status == .authFailed else { throw error }
            guard passphrase != nil else {
                throw StoreError(
                    .passphraseRequired, "the file is encrypted; give its passphrase in the key parameters")
            }
            throw StoreError(StoreStatus(rawValue: errSecPkcs12VerifyFailure), error.reason)
        }
        guard try !items(isExtractable: true).isEmpty else {
            throw StoreError(
                .unknownFormat, "the file has no key and no certificate; give one in PEM, DER or PKCS#12")
        }
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
        switch form.kind {
        case .pem: .formatPEMSequence
        case .certificate: .formatX509Cert
        case .key: .formatOpenSSL
        case .pkcs12: .formatPKCS12
        }
    }

    fileprivate var itemType: SecExternalItemType {
        switch (identities.count, privateKeys.count, publicKeys.count, certificates.count) {
        case (0, 1, 0, 0): .itemTypePrivateKey
        case (0, 0, 1, 0): .itemTypePublicKey
        case (0, 0, 0, 1): .itemTypeCertificate
        default: .itemTypeAggregate
        }
    }
}

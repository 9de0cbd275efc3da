internal import SecureStoreCertificates
public import Foundation
internal import SecureStore

/// Reads the identities of a PKCS#12 file; certificates without a key are in the chains of the others.
///
/// `items` gets a dictionary for each: the identity, its chain from its own certificate on, a trust over
/// that, a label, and the hash of its public key. Certificates that are in no chain come last, as on macOS,
/// in a dictionary that has nothing but them, as a chain, and are not stored. The identities are stored, with
/// their chains and all or none, if the options name a keychain or `kSecUseDataProtectionKeychain`, and not
/// `kSecImportToMemoryOnly`; options that are not about the import become attributes, and stored items stay.
/// With `kSecAttrIsExtractable` false the keys that are answered stay too, stored or not. A wrong passphrase
/// answers `errSecAuthFailed`, and anything but a PKCS#12 file `errSecDecode`.
@discardableResult
public func SecPKCS12Import(
    _ pkcs12_data: CFData, _ options: CFDictionary, _ items: UnsafeMutablePointer<CFArray?>?
) -> OSStatus {
    unsafe status(answeringIn: items) { () throws(StoreError) in
        guard unsafe items != nil else { throw StoreError(.param, "there is no place for the items") }
        let options = try PKCS12Options(options)
        var (found, stored): ([NSDictionary], [NSDictionary]) = ([], [])
        let file = try options.file(pkcs12_data)
        for identity in file.identities {
            let chain = try identity.chain.map { certificate throws(StoreError) in
                try SecCertificate(certificate)
            }
            let reference = SecIdentity(
                try SecCertificate(identity.certificate),
                try SecKey(identity.key, isExtractable: options.isExtractable))
            stored += options.items(reference, label: identity.label, chain)
            found.append([
                kSecImportItemIdentity: reference, kSecImportItemCertChain: [reference.certificate] + chain,
                kSecImportItemTrust: SecTrust(
                    checking: [reference.certificate] + chain, [SecPolicyCreateBasicX509()]),
                kSecImportItemLabel: identity.certificate.summary ?? "",
                kSecImportItemKeyID: identity.certificate.publicKeyHash,
            ])
        }
        let used = Set(file.identities.flatMap { [$0.certificate] + $0.chain })
        let rest = try file.certificates.filter { !used.contains($0) }.map { certificate throws(StoreError) in
            try SecCertificate(certificate)
        }
        if !rest.isEmpty { found.append([kSecImportItemCertChain: rest]) }
        try ItemCall.addNew(stored)
        return found as NSArray
    }
}

private struct PKCS12Options {
    private let passphrase: SecretBytes?
    /// False if the keys stay, in the answer as in the store.
    let isExtractable: Bool
    /// The attributes of each item; nil if nothing is stored.
    private let attributes: NSMutableDictionary?

    init(_ options: CFDictionary) throws(StoreError) {
        passphrase = try KeychainServices.passphrase(options[kSecImportExportPassphrase])
        let mark: NSDictionary = [kSecAttrIsExtractable: options[kSecAttrIsExtractable] ?? true]
        isExtractable = try ItemDictionary(mark).keyItem(["extr"]).isExtractable != false
        let attributes = options.copiedForChange
        if let keychain = options[kSecImportExportKeychain] { attributes[kSecUseKeychain] = keychain }
        let isWanted =
            attributes[kSecUseKeychain] != nil
            || options[kSecUseDataProtectionKeychain] as? Bool == true
        let own = [
            kSecImportExportPassphrase, kSecImportExportKeychain, kSecImportExportAccess,
            kSecImportToMemoryOnly,
        ]
        attributes.removeObjects(forKeys: own)
        let isInMemory = options[kSecImportToMemoryOnly] as? Bool == true
        self.attributes = isWanted && !isInMemory ? attributes : nil
    }

    func file(_ data: NSData) throws(StoreError) -> PKCS12 {
        let secret = try SecretBytes(copying: data)
        do throws(StoreError) {
            return try secret.withBytes { bytes throws(StoreError) in
                try PKCS12(bytes, passphrase: passphrase)
            }
        } catch {
            switch error.status {
            case .unimplemented: throw StoreError(.decode, error.reason)
            case .dataTooLarge: throw StoreError(StoreStatus(rawValue: errSecInternal), error.reason)
            default: throw error
            }
        }
    }

    /// The items of an identity and its chain; none if nothing is stored.
    func items(_ identity: SecIdentity, label: String?, _ chain: [SecCertificate]) -> [NSDictionary] {
        guard let attributes else { return [] }
        let label = label ?? SecCertificateCopySubjectSummary(identity.certificate) as String?
        // Attributes that only keys have are not for the certificates of the chain.
        let shared = attributes.copiedForChange
        for case let key as String in attributes.allKeys where DictionaryRequest.isAttribute(key) {
            let classes = ClassTable.name(code: key).map { ClassTable.row($0).classes }
            if classes?.contains(.certificate) != true { shared.removeObject(forKey: key) }
        }
        return [item(identity, attributes, label: label)]
            + chain.map { item($0, shared, label: nil) }
    }

    private func item(_ reference: NSObject, _ attributes: NSDictionary, label: String?) -> NSDictionary {
        let item = attributes.copiedForChange
        item[kSecValueRef] = reference
        if item[kSecAttrLabel] == nil { item[kSecAttrLabel] = label }
        return item
    }
}

extension NSDictionary {
    fileprivate var copiedForChange: NSMutableDictionary {
        mutableCopy() as? NSMutableDictionary ?? NSMutableDictionary()
    }
}

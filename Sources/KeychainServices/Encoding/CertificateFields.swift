#if !canImport(Darwin)

private import Foundation
internal import SecureStore

/// What a certificate's bytes say about it, as far as it can be read off: no signature, date or name is checked.
///
/// Names stay as they are encoded.
struct CertificateFields {
    private var version = 1
    private let serialNumber: ArraySlice<UInt8>
    private let issuer: ArraySlice<UInt8>
    private let subject: ArraySlice<UInt8>
    private let publicKeyHash: [UInt8]
    private var subjectKeyID: ArraySlice<UInt8>?

    /// Nil for bytes that are no certificate in DER.
    init?(_ bytes: [UInt8]) {
        var outer = DERReader(bytes[...])
        guard var certificate = outer.enter(DERReader.sequence), outer.isAtEnd,
            var body = certificate.enter(DERReader.sequence),
            certificate.next(DERReader.sequence) != nil, certificate.next(DERReader.bitString) != nil,
            certificate.isAtEnd
        else { return nil }
        if body.nextTag == 0xa0 {
            guard var wrapper = body.enter(0xa0), let number = wrapper.nextNumber(), wrapper.isAtEnd,
                number.count <= 1
            else { return nil }
            version = Int(number.first ?? 0) + 1
        }
        guard 1...3 ~= version, let serial = body.next(DERReader.integer)?.content, !serial.isEmpty,
            body.next(DERReader.sequence) != nil, let issuer = body.next(DERReader.sequence)?.content,
            body.next(DERReader.sequence) != nil, let subject = body.next(DERReader.sequence)?.content,
            var keyInfo = body.enter(DERReader.sequence), keyInfo.next(DERReader.sequence) != nil,
            let key = keyInfo.next(DERReader.bitString)?.content, key.first == 0
        else { return nil }
        (serialNumber, self.issuer, self.subject) = (serial, issuer, subject)
        publicKeyHash = SHA1.hash(Array(key.dropFirst()))
        while let part = body.next() {
            if part.tag == 0xa3 { subjectKeyID = Self.subjectKeyID(in: part.content) }
        }
        guard body.isAtEnd else { return nil }
    }

    /// The extension 2.5.29.14, whose value is an octet string inside an octet string.
    private static func subjectKeyID(in content: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var wrapper = DERReader(content)
        guard var extensions = wrapper.enter(DERReader.sequence) else { return nil }
        while var entry = extensions.enter(DERReader.sequence) {
            guard entry.next(DERReader.objectIdentifier)?.content == [0x55, 0x1d, 0x0e] else { continue }
            if entry.nextTag != DERReader.octetString { _ = entry.next() }
            guard var value = entry.enter(DERReader.octetString) else { return nil }
            return value.next(DERReader.octetString)?.content
        }
        return nil
    }

    /// The attributes of the certificate as an item.
    func attributes() throws(StoreError) -> ItemAttributes {
        var attributes = ItemAttributes(.certificate)
        try attributes.set(.certificateType, to: .number(Int64(version)))
        try attributes.set(.certificateEncoding, to: .number(3))
        try attributes.set(.serialNumber, to: .data(Data(serialNumber)))
        try attributes.set(.issuer, to: .data(Data(issuer)))
        try attributes.set(.subject, to: .data(Data(subject)))
        try attributes.set(.publicKeyHash, to: .data(Data(publicKeyHash)))
        if let subjectKeyID { try attributes.set(.subjectKeyID, to: .data(Data(subjectKeyID))) }
        return attributes
    }
}

#endif

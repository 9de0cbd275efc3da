import CSecureStoreOpenSSL
import SecureStoreCertificates
import Foundation
import SecureStore

/// The function that libFuzzer calls for each input; the environment names the target.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    // A refusal is no finding; any other input ends the process if something does not hold that must.
    try? target(bytes)
    precondition(ERR_peek_error() == 0, "an error is left in the queue")
    return 0
}

private let target: @Sendable ([UInt8]) throws -> Void = {
    let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
    guard let target = targets[name] else {
        preconditionFailure("FUZZ_TARGET is one of \(targets.keys.sorted().joined(separator: ", "))")
    }
    return target
}()

private let targets: [String: @Sendable ([UInt8]) throws -> Void] = [
    "certificate": { bytes in check(try Certificate(der: bytes), madeOf: bytes) },
    "message": { bytes in check(try SignedMessage(der: bytes), madeOf: bytes) },
    "request": { bytes in check(try CertificateRequest(der: bytes), madeOf: bytes) },
    "list": { bytes in check(try RevocationList(der: bytes), madeOf: bytes) },
    "response": { bytes in
        let response = try OCSPResponse(der: bytes)
        precondition(response.der.elementsEqual(bytes), "other bytes than were given")
        refuse(RevocationCheck(responses: [response]))
    },
    "pem": { bytes in
        let certificates = try Certificate.all(pem: bytes)
        let text = certificates.map(\.pem).joined()
        precondition((try? Certificate.all(pem: text.utf8)) == certificates, "PEM is not read back the same")
        _ = try CertificateRequest(pem: bytes)
    },
    "name": { bytes in
        let name = try DistinguishedName(rfc4514: String(decoding: bytes, as: UTF8.self))
        // The values of kinds that libcrypto does not know are shown as digits.
        guard !name.description.contains("=#") else { return }
        precondition(
            (try? DistinguishedName(rfc4514: name.description)) == name, "a name is not read back the same")
    },
]

private func check(_ certificate: Certificate, madeOf bytes: [UInt8]) {
    precondition(certificate.der.elementsEqual(bytes), "other bytes than were given")
    precondition(
        (try? Certificate(pem: certificate.pem.utf8)) == certificate, "PEM is not read back the same")
    precondition(!certificate.serialNumber.isEmpty && 1...3 ~= certificate.version, "a field without a value")
    let names = certificate.dnsNames + certificate.emailAddresses + certificate.ipAddresses
    precondition(names.allSatisfy { $0.utf8.allSatisfy { 0x21...0x7e ~= $0 } }, "a name that is not plain")
    // Normalizing twice is normalizing once, and makes nothing longer.
    precondition(certificate.subject.normalized.count <= certificate.subject.der.count, "a longer name")
    let item = certificate.item()
    precondition(
        item.publicKeyHash?.count == 20 && item.type == certificate.version, "an attribute is missing")
    _ = (certificate.keyUsage, certificate.extendedKeyUsage, certificate.isCertificateAuthority)
    _ = (certificate.isSelfSigned, certificate.description, certificate.fingerprint(.sha256))
    let policies: [TrustPolicy] = [
        .basic, .tlsServer("host.example"), .tlsServer("192.0.2.7"), .tlsClient, .smime(email: "a@b"),
        .codeSigning,
    ]
    for policy in policies {
        let chain = try? certificate.validate(
            for: policy, anchors: .only([certificate]), at: certificate.notBefore)
        precondition(chain == nil || chain == [certificate], "a chain that nobody gave")
    }
}

private func check(_ request: CertificateRequest, madeOf bytes: [UInt8]) {
    precondition(request.der.elementsEqual(bytes), "other bytes than were given")
    precondition((try? CertificateRequest(pem: request.pem.utf8)) == request, "PEM is not read back the same")
    _ = (request.subject.description, request.contents, request.isSignatureValid)
}

private func check(_ list: RevocationList, madeOf bytes: [UInt8]) {
    precondition(list.der.elementsEqual(bytes), "other bytes than were given")
    precondition((try? RevocationList(pem: list.pem.utf8)) == list, "PEM is not read back the same")
    precondition(list.revoked.allSatisfy { !$0.serialNumber.isEmpty }, "a serial number without a value")
    refuse(RevocationCheck(lists: [list]))
}

/// A certificate of which no input can know that it was not revoked, and its issuer.
private let pair: (leaf: Certificate, issuer: Certificate)? = {
    let (key, days) = (try? PrivateKey.generate(.p256), Date()...Date() + 86_400)
    guard let key, let name = try? DistinguishedName([.commonName: "authority"]),
        let issuer = try? Certificate.selfSigned(subject: name, as: .authority(), key: key, validity: days),
        let request = try? CertificateRequest(subject: name, key: .generate(.p256)),
        let leaf = try? issuer.issue(request, key: key, validity: days).certificate
    else { return nil }
    return (leaf, issuer)
}()

private func refuse(_ check: RevocationCheck) {
    guard let pair else { preconditionFailure("no certificate can be made") }
    let chain = try? pair.leaf.validate(for: .basic, anchors: .only([pair.issuer]), revocation: check)
    precondition(chain == nil, "an answer that its issuer did not give")
}

private func check(_ message: SignedMessage, madeOf bytes: [UInt8]) {
    precondition(message.der.elementsEqual(bytes), "other bytes than were given")
    let detached = message.content == nil ? Data("hello\n".utf8) : nil
    let signers = (try? message.check(over: detached)) ?? []
    precondition(signers.allSatisfy { $0.state != .good || $0.certificate != nil }, "signed by nobody")
    let anchors = TrustAnchors.only(message.certificates)
    let content = try? message.verifiedContent(
        for: .basic, detached: detached, anchors: anchors, at: Date(timeIntervalSince1970: 1_800_000_000))
    precondition(
        content == nil || signers.contains { $0.state == .good }, "a content that nobody has signed")
}

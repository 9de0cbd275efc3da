import Foundation

@testable import SecureStoreCertificates

/// The content of a certificate, as lines that `openssl x509` and this library are to have in common.
enum CertificateReport {
    /// The words with which `openssl` is asked.
    static let words =
        [
            "x509", "-noout", "-subject", "-issuer", "-nameopt", "RFC2253,-esc_msb,utf8", "-serial",
            "-startdate", "-enddate",
            "-dateopt", "iso_8601", "-fingerprint", "-sha256", "-email", "-ext",
            "subjectKeyIdentifier,subjectAltName,keyUsage,extendedKeyUsage,basicConstraints", "-in",
        ]

    /// The answer of `openssl`, one fact a key.
    static func facts(ofOutput text: String) -> [String: String] {
        var facts: [String: String] = [:]
        var title: String?
        for line in text.split(separator: "\n").map(String.init) {
            if let name = title, line.hasPrefix("    ") {
                facts[name] = line.trimmingCharacters(in: .whitespaces)
            } else if line.hasPrefix("X509v3 ") {
                title = line.components(separatedBy: ":")[0]
            } else if let place = line.firstIndex(of: "="), !line[..<place].contains("@") {
                facts[String(line[..<place])] = String(line[line.index(after: place)...])
            } else if line.contains("@") {
                facts["email", default: ""] += line + " "
            }
        }
        facts["X509v3 Subject Alternative Name"] = facts["X509v3 Subject Alternative Name"].flatMap(
            plainNames)
        return facts
    }

    /// Of the alternative names those that this library reads.
    private static func plainNames(_ text: String) -> String? {
        let names = text.components(separatedBy: ", ").filter { name in
            ["DNS:", "email:", "IP Address:"].contains { name.hasPrefix($0) }
        }
        return names.isEmpty ? nil : names.sorted().joined(separator: ", ")
    }

    /// The library's answer, in the same words.
    static func facts(of certificate: Certificate) -> [String: String] {
        var facts: [String: String] = [:]
        facts["subject"] = certificate.subject.description
        facts["issuer"] = certificate.issuer.description
        let serial = certificate.serialNumber.hex.uppercased()
        facts["serial"] = serial.hasPrefix("00") && serial.count > 2 ? String(serial.dropFirst(2)) : serial
        facts["notBefore"] = date(certificate.notBefore)
        facts["notAfter"] = date(certificate.notAfter)
        facts["sha256 Fingerprint"] = certificate.fingerprint(.sha256).map(colons)
        facts["email"] =
            certificate.emailAddresses.isEmpty
            ? nil : certificate.emailAddresses.sorted().map { $0 + " " }.joined()
        facts["X509v3 Subject Key Identifier"] = certificate.subjectKeyID.map(colons)
        facts["X509v3 Subject Alternative Name"] = names(of: certificate)
        facts["X509v3 Key Usage"] = certificate.keyUsage.map(words)
        facts["X509v3 Extended Key Usage"] = certificate.extendedKeyUsage.map { purposes in
            purposes.map { purposeNames[$0] ?? $0.identifier }.joined(separator: ", ")
        }
        return facts
    }

    private static func colons(_ data: Data) -> String {
        data.map { String(format: "%02X", $0) }.joined(separator: ":")
    }

    private static func date(_ date: Date) -> String {
        date.ISO8601Format().replacingOccurrences(of: "T", with: " ")
    }

    private static func names(of certificate: Certificate) -> String? {
        let addresses = certificate.handle.alternativeNames.compactMap { name -> String? in
            switch name {
            case .dnsName(let name): return "DNS:" + name
            case .emailAddress(let name): return "email:" + name
            case .ipAddress(let bytes):
                if bytes.count == 4 { return "IP Address:" + bytes.map { String($0) }.joined(separator: ".") }
                let groups = stride(from: 0, to: 16, by: 2).map { Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]) }
                return "IP Address:"
                    + groups.map { String($0, radix: 16, uppercase: true) }.joined(separator: ":")
            }
        }
        return addresses.isEmpty ? nil : addresses.sorted().joined(separator: ", ")
    }

    private static func words(_ usage: KeyUsage) -> String {
        let names: [(KeyUsage, String)] = [
            (.digitalSignature, "Digital Signature"), (.nonRepudiation, "Non Repudiation"),
            (.keyEncipherment, "Key Encipherment"), (.dataEncipherment, "Data Encipherment"),
            (.keyAgreement, "Key Agreement"), (.certificateSigning, "Certificate Sign"),
            (.revocationListSigning, "CRL Sign"), (.encipherOnly, "Encipher Only"),
            (.decipherOnly, "Decipher Only"),
        ]
        return names.filter { usage.contains($0.0) }.map(\.1).joined(separator: ", ")
    }

    private static let purposeNames: [ExtendedKeyUsage: String] = [
        .any: "Any Extended Key Usage", .serverAuthentication: "TLS Web Server Authentication",
        .clientAuthentication: "TLS Web Client Authentication", .codeSigning: "Code Signing",
        .emailProtection: "E-mail Protection", .timeStamping: "Time Stamping", .ocspSigning: "OCSP Signing",
    ]
}

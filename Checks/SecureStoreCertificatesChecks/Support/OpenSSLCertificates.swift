import Foundation
import XCTest

/// Fifty certificates of as many kinds that the command `openssl` makes, in a folder of their own.
struct OpenSSLCertificates {
    private let openssl: Tool
    private let folder: URL
    /// One file each, in PEM, named after its kind.
    private(set) var files: [URL] = []

    private static let keys: [(name: String, words: [String])] = [
        ("rsa", ["RSA", "-pkeyopt", "rsa_keygen_bits:2048"]),
        ("rsa-pss", ["RSA-PSS", "-pkeyopt", "rsa_keygen_bits:2048"]),
        ("p256", ["EC", "-pkeyopt", "ec_paramgen_curve:P-256"]),
        ("p384", ["EC", "-pkeyopt", "ec_paramgen_curve:P-384"]),
        ("ed25519", ["ED25519"]),
    ]

    /// The words that each key is used with: a subject and a section of extensions.
    private static let kinds: [(name: String, subject: String, mask: String)] = [
        ("plain", "/CN=host.example", "default"),
        ("printable", "/C=de/O=Mixed  Case  Ltd/CN=a Printable name", "MASK:0x2"),
        ("utf8", "/C=DE/O=Größe & Söhne, \"GmbH\"/OU=<ünit>;=+#/CN=größe", "utf8only"),
        ("bmp", "/O=Größe/CN=ключ", "MASK:0x800"),
        ("teletex", "/O=Größe/CN=über", "MASK:0x4"),
        ("universal", "/O=Größe/CN=鍵", "MASK:0x100"),
        (
            "many",
            "/DC=example/DC=host/UID=maria/CN=one/CN=two+serialNumber=7/emailAddress=maria@host.example",
            "default"
        ),
        ("odd", "/1.2.3.4=unknown/title=Dr/description= leading and trailing /CN=#hash", "default"),
        ("names", "/CN=names", "default"),
        ("authority", "/O=Example/CN=Authority", "default"),
    ]

    private static let configuration = """
        [req]
        distinguished_name = dn
        string_mask = $ENV::MASK
        utf8 = yes
        [dn]
        [plain]
        [printable]
        subjectKeyIdentifier = hash
        keyUsage = digitalSignature
        [utf8]
        subjectKeyIdentifier = 01:02:03
        keyUsage = critical,nonRepudiation,dataEncipherment
        extendedKeyUsage = clientAuth,emailProtection
        [bmp]
        keyUsage = keyAgreement,encipherOnly
        [teletex]
        keyUsage = keyAgreement,decipherOnly
        [universal]
        extendedKeyUsage = critical,codeSigning
        [many]
        subjectAltName = email:copy,email:second@host.example
        [odd]
        1.2.3.4.5 = ASN1:UTF8String:whatever
        extendedKeyUsage = 1.2.3.4,OCSPSigning,timeStamping
        [names]
        subjectAltName = DNS:host.example,DNS:*.host.example,IP:192.0.2.7,IP:::1,IP:2001:db8::1,email:a@b.example,\
        URI:https://host.example/,RID:1.2.3.4,otherName:1.2.3.4;UTF8:other
        [authority]
        basicConstraints = critical,CA:TRUE,pathlen:3
        keyUsage = critical,keyCertSign,cRLSign
        subjectKeyIdentifier = hash
        authorityKeyIdentifier = keyid:always
        """

    init(in folder: URL) throws {
        openssl = try Tool("openssl")
        self.folder = folder
        let configuration = folder.appending(path: "openssl.cnf")
        try Data(Self.configuration.utf8).write(to: configuration)
        for (place, key) in Self.keys.enumerated() {
            let keyFile = folder.appending(path: key.name + ".key").path
            try openssl.run(["genpkey", "-out", keyFile, "-algorithm"] + key.words)
            for (number, kind) in Self.kinds.enumerated() {
                let file = folder.appending(path: "\(key.name)-\(kind.name).pem")
                let serial = String(repeating: String(place + 1), count: number * 4 + 1) + "8"
                let words = [
                    "req", "-x509", "-new", "-key", keyFile, "-out", file.path, "-config", configuration.path,
                    "-utf8",
                    "-subj", kind.subject, "-multivalue-rdn", "-extensions", kind.name, "-set_serial",
                    "0x" + serial,
                    "-days", String(number * number * 300 + 1),
                ]
                try openssl.run(words, environment: ["MASK": kind.mask])
                files.append(file)
            }
        }
    }
}

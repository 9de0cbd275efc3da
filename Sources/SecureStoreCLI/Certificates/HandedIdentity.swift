import SecureStoreCertificates
import SecureStore

/// The certificate and the private key that a program gets as files in memory, as far as its words name them.
struct HandedIdentity {
    /// Becomes the path of the certificate, with its stored intermediate certificates.
    static let certificateMark = "{certificate}"
    static let keyMark = "{key}"

    private let name: String
    private let marks: [String]

    init?(_ arguments: Arguments) throws(CommandError) {
        guard let name = arguments.value(of: .identity) else { return nil }
        self.name = name
        marks = [Self.certificateMark, Self.keyMark].filter { mark in
            arguments.operands.contains { $0.contains(mark) }
        }
        try arguments.require(
            !marks.isEmpty,
            "--identity needs \(Self.certificateMark) or \(Self.keyMark) among the words of the program")
    }

    func files(in store: ItemStore) throws -> [(mark: String, contents: SecretBytes)] {
        try NamedCertificate.named(name, in: store, needsKey: true) { found, items in
            try marks.map { mark in
                guard mark == Self.keyMark else {
                    return (mark, try found.certificate.pem(with: try found.intermediates(in: items)))
                }
                // Through the identity, which checks that the two belong together.
                return (mark, try found.identity(in: items).key.pem())
            }
        }
    }
}

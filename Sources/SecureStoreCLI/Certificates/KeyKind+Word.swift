import CertificateKit

extension KeyKind {
    /// The kinds that are generated; the description of each is its word on the command line.
    static let generated = ofOneSize + [.rsa(2_048), .rsa(3_072), .rsa(4_096)]

    /// The kind that the option names, else P-256.
    init(_ arguments: Arguments) {
        let word = arguments.value(of: .keyKind)
        self = Self.generated.first { $0.description == word } ?? .p256
    }
}

extension Option {
    static let keyKind = Option(
        "type", "t", .required("TYPE", .oneOf(KeyKind.generated.map(\.description))),
        help: "the kind of key; p256 if not given")
}

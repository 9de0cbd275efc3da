import CertificateKit

extension KeyKind {
    /// The kinds that are generated, each with its word on the command line.
    static let words: [(word: String, kind: KeyKind)] = [
        ("p256", .p256), ("p384", .p384), ("p521", .p521), ("ed25519", .ed25519), ("x25519", .x25519),
        ("rsa2048", .rsa(2_048)), ("rsa3072", .rsa(3_072)), ("rsa4096", .rsa(4_096)),
    ]

    var word: String { Self.words.first { $0.kind == self }?.word ?? "rsa\(sizeInBits)" }

    /// The kind that the option names, else P-256.
    init(_ arguments: Arguments) {
        let word = arguments.value(of: .keyKind)
        self = Self.words.first { $0.word == word }?.kind ?? .p256
    }
}

extension Option {
    static let keyKind = Option(
        "type", "t", .required("TYPE", .oneOf(KeyKind.words.map(\.word))),
        help: "the kind of key; p256 if not given")
}

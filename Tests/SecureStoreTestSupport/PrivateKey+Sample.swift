@testable import SecureStoreCertificates

extension PrivateKey {
    private static let samples = Locked<[KeyKind: PrivateKey]>([:])

    /// A key of this kind, the same for all tests of a process: making one of RSA takes a tenth of a second.
    static func sample(_ kind: KeyKind) throws -> PrivateKey {
        if let known = samples.value[kind] { return known }
        let made = try generate(kind)
        samples.update { $0[kind] = made }
        return made
    }
}

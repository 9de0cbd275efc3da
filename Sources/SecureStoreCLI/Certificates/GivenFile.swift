import SecureStoreCertificates
import SecureStore

/// A file of keys or certificates that a command line names, or standard input.
struct GivenFile {
    static let operand = Operand("FILE", .file, isRepeated: true)

    /// The most bytes of a file; a larger one has other things in it.
    private static let limit = 16 << 20

    private let name: String
    private let bytes: SecretBytes

    static func all(_ arguments: Arguments) throws -> [GivenFile] {
        try arguments.operands.map { operand in
            guard operand == "-" else {
                let path = try StoreAccess.absolute(operand)
                return GivenFile(
                    name: Terminal.harmless(operand), bytes: try SecretInput.file(path, limit: limit))
            }
            guard !arguments.has(.stdin), !Terminal.isInput else {
                throw arguments.usage("standard input is a terminal, or the passphrase; name a file")
            }
            return GivenFile(
                name: "standard input", bytes: try SecretInput.standardInput(limit: limit))
        }
    }

    /// The certificates in it, of which there is at least one; keys are skipped.
    func certificates() throws -> [Certificate] {
        let found = try reading { () throws(StoreError) in try bytes.certificates() }
        try require(!found.isEmpty, "\(name) has no certificate in PEM or DER", status: .unknownFormat)
        return found
    }

    /// Keys and certificates; where the file needs a passphrase and none was given, asks for it.
    func contents(passphrase given: SecretBytes?) throws -> KeyFile {
        do throws(StoreError) { return try KeyFile(bytes, passphrase: given) } catch {
            guard given == nil, [.authFailed, .passphraseRequired].contains(error.status) else {
                return try reading { () throws(StoreError) in throw error }
            }
            let typed = try require(
                Prompt.secret("passphrase of \(name): "),
                "\(name) is encrypted, and there is no terminal to ask for its passphrase at",
                hint: "--stdin reads it from standard input, --fd NUMBER from a descriptor",
                status: .interactionNotAllowed)
            return try reading { () throws(StoreError) in try KeyFile(bytes, passphrase: typed) }
        }
    }

    static func allContents(_ arguments: Arguments) throws -> [KeyFile] {
        let files = try all(arguments)
        let isGiven = arguments.has(.stdin) || arguments.has(.descriptor)
        let given = isGiven ? try NewPassphrase.read(arguments) : nil
        return try files.map { try $0.contents(passphrase: given) }
    }

    private func reading<R>(_ body: () throws(StoreError) -> R) throws(CommandError) -> R {
        do throws(StoreError) { return try body() } catch {
            // The help for a damaged store does not help with a file.
            throw CommandError(error).hinting(nil).at(name)
        }
    }
}

extension SecretBytes {
    func certificates() throws(StoreError) -> [Certificate] {
        try withBytes { view throws(StoreError) in
            view.first == 0x30 ? [try Certificate(der: view)] : try Certificate.all(pem: view)
        }
    }
}

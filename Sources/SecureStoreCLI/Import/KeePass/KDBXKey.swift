import CertificateKit
import SecureStore

/// What opens a KeePass database: a passphrase, a file, or both.
struct KDBXKey {
    let passphrase: SecretBytes?
    let keyFile: SecretBytes?

    /// The hash of all that is there.
    func composite() throws -> SecretBytes {
        let parts = [
            try passphrase.map { try DatabaseCrypto.sha256($0) }, try keyFile.map { try Self.key(of: $0) },
        ]
        return try DatabaseCrypto.sha256(.joined(parts.compactMap { $0 }))
    }

    /// The key of a file: in XML, 32 bytes, 64 hexadecimal digits, else the hash of the whole.
    static func key(of file: SecretBytes) throws -> SecretBytes {
        if let file = try? KeyFileXML(file), let key = try file.key() { return key }
        if file.count == 32 { return file }
        if file.count == 64 {
            let key = try file.bytes(ofDigits: 0..<64)
            if key.count == 32 { return key }
        }
        return try DatabaseCrypto.sha256(file)
    }
}

/// A key file in XML: of version 2, whose digits have spaces in between, or of version 1, in base 64.
private struct KeyFileXML {
    private var version = ""
    private var data: SecretBytes?
    /// How the hash of the key begins.
    private var sum = ""

    init(_ file: SecretBytes) throws {
        var reader = try XMLReader(file)
        while let event = try reader.next() {
            switch event {
            case .start(_, let attributes) where reader.open == ["KeyFile", "Key", "Data"]:
                sum = attributes["Hash"].flatMap { file.text($0) } ?? ""
            case .text(let range) where reader.open == ["KeyFile", "Meta", "Version"]:
                version = file.text(range) ?? ""
            case .text(let range) where reader.open == ["KeyFile", "Key", "Data"]: data = try file.part(range)
            default: break
            }
        }
    }

    /// Nil if it is another kind of XML.
    func key() throws -> SecretBytes? {
        guard let data else { return nil }
        if version.hasPrefix("1") {
            let key = try DatabaseCrypto.base64(data)
            return key.count == 32 ? key : nil
        }
        guard version.hasPrefix("2") else { return nil }
        let digits = try data.withoutSpace()
        let key = try digits.bytes(ofDigits: 0..<digits.count)
        let start = try DatabaseCrypto.sha256(key).withSpan { hash in (0..<4).map { hash[$0] } }
        guard key.count == 32, digits.count == 64,
            Hexadecimal.text(of: start).lowercased() == sum.lowercased()
        else { throw CommandError.failure("the key file is damaged") }
        return key
    }
}

extension SecretBytes {
    fileprivate func withoutSpace() throws -> SecretBytes {
        var length = 0
        let text = try SecretBytes.filled(count: count) { target in
            withSpan { bytes in
                for place in bytes.indices where ![0x20, 0x09, 0x0a, 0x0d].contains(bytes[place]) {
                    target[length] = bytes[place]
                    length += 1
                }
            }
        }
        return try text.part(0..<length)
    }
}

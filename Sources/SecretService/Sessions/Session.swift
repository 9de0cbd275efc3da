import SecureStore

/// A session: how secrets go to and from one client.
struct Session {
    /// The client's name on the bus: nobody else may use the session, and it ends with the client.
    let client: String
    /// The key that both sides agreed on; nil if secrets go as they are.
    let key: SessionKey?

    static let (plain, agreed) = ("plain", "dh-ietf1024-sha256-aes128-cbc-pkcs7")

    /// Opens a session by the name of an algorithm, and returns what the client is answered.
    static func open(
        _ algorithm: String, _ input: BusValue, for client: String
    ) throws -> (session: Session, output: BusValue) {
        switch algorithm {
        case plain: return (Session(client: client, key: nil), .text(""))
        case agreed:
            guard let peer = input.bytes else { throw BusError.invalidArguments("a public key is missing") }
            var answer = BusValue.other
            let key = try SessionKey.agree { publicKey in
                answer = .bytes(publicKey)
                return peer
            }
            return (Session(client: client, key: key), answer)
        default: throw BusError.notSupported("there are the algorithms \(plain) and \(agreed)")
        }
    }

    /// The structure that carries a secret.
    func secret(_ secret: SecretBytes, _ contentType: String, at path: String) throws -> BusValue {
        let (start, bytes) = try key.map { try $0.seal(secret) } ?? (try SecretBytes(copying: []), secret)
        return .structure([.path(path), .bytes(start), .bytes(bytes), .text(contentType)])
    }

    /// The secret in a structure that came in this session.
    func secret(in parts: [BusValue]) throws -> (secret: SecretBytes, contentType: String) {
        guard parts.count == 4, let start = parts[1].bytes, let bytes = parts[2].bytes,
            let type = parts[3].text
        else {
            throw BusError.invalidArguments("a secret has a session, parameters, a value and a content type")
        }
        return (try key.map { try $0.open(bytes, start) } ?? bytes, type)
    }
}

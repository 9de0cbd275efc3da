private import FoundationEssentials

extension ItemStore {
    /// Stores any `Codable` value, or an array of them, as the secret under a service and an account.
    ///
    /// Replaces what is there. The value is encoded as JSON; the encoder's own buffers are outside erased memory.
    public func setValue(
        _ value: some Encodable, service: String, account: String = ""
    ) throws {
        let secret: SecretBytes
        do {
            var encoded = try JSONEncoder().encode(value)
            defer { encoded.resetBytes(in: encoded.startIndex..<encoded.endIndex) }
            secret = try SecretBytes(copying: encoded)
        } catch let error as StoreError {
            throw error
        } catch {
            // The encoder's own error may quote the value.
            throw StoreError(.param, "a value of type \(type(of: value)) cannot be encoded")
        }
        try set(GenericPassword(service: service, account: account), secret: secret)
    }

    /// The value that ``setValue(_:service:account:)`` stored, or nil when there is none.
    ///
    /// `decode` when what is there is not a value of this type.
    public func value<Value: Decodable>(
        _ type: Value.Type = Value.self, service: String, account: String = ""
    ) throws(StoreError) -> Value? {
        // The item that setting it would replace, and not an older one of another group.
        let item = try settled(GenericPassword(service: service, account: account))
        guard let match = try first(Query(identityOf: item)) else { return nil }
        guard let secret = match.secret else {
            throw StoreError(.decode, "the item has no value of type \(type)")
        }
        var bytes = secret.withBytes { Data($0.array(at: 0, count: $0.byteCount) ?? []) }
        defer { bytes.resetBytes(in: bytes.startIndex..<bytes.endIndex) }
        do { return try JSONDecoder().decode(type, from: bytes) } catch {
            throw StoreError(.decode, "the item does not hold a value of type \(type)")
        }
    }
}

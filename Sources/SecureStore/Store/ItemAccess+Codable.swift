public import FoundationEssentials

extension ItemAccess where Self: ~Copyable {
    /// Stores a `Codable` value as the secret of an item, and replaces the value that is there.
    ///
    /// What the item does not mention stays, as with ``set(_:secret:)``. The value is encoded as JSON; copies
    /// inside the encoder are not erased. Throws ``StoreStatus/param`` if the value cannot be encoded.
    @discardableResult
    public func setValue(
        _ value: some Encodable, of item: some StorableItem
    ) throws(StoreError) -> ItemReference {
        try set(item, secret: SecretBytes(encoding: value))
    }
}

extension ItemReading where Self: ~Copyable {
    /// The value that ``ItemAccess/setValue(_:of:)`` stored; nil if there is no such item.
    ///
    /// Throws ``StoreStatus/invalidData`` if the secret is not a value of this type, and names the place
    /// where decoding ended. A damaged item throws ``StoreStatus/decode``: if your program uses a default in
    /// place of a value of an older type, it must not do so for a damaged item.
    public func value<Value: Decodable>(
        _ type: Value.Type = Value.self, of item: some StorableItem
    ) throws(StoreError) -> Value? {
        try first(Query(of: item))?.value(as: type)
    }
}

extension Transaction {
    /// Changes the value that ``ItemAccess/setValue(_:of:)`` stored.
    ///
    /// The item's attributes stay. Throws what ``ItemReading/value(_:of:)`` throws, and
    /// ``StoreStatus/itemNotFound`` if there is no such item. If `body` throws, the value stays as it was.
    @discardableResult
    public func updateValue<Value: Codable, R>(
        of item: some StorableItem, as type: Value.Type = Value.self,
        _ body: (inout Value) throws(StoreError) -> R
    ) throws(StoreError) -> R {
        var value = try only(Query(of: item)).value(as: type)
        let result = try body(&value)
        try update(item, Changes().secret(SecretBytes(encoding: value)))
        return result
    }

    /// Does the same with a closure that may throw any error.
    @discardableResult
    public func updateValue<Value: Codable, R>(
        of item: some StorableItem, as type: Value.Type = Value.self, _ body: (inout Value) throws -> R
    ) throws -> R {
        var value = try only(Query(of: item)).value(as: type)
        let result = try body(&value)
        try update(item, Changes().secret(SecretBytes(encoding: value)))
        return result
    }
}

extension ItemStore {
    /// Reads a value, changes it and stores it, with nobody in between, in this process or another.
    ///
    /// ```swift
    /// try store.updateValue(of: profile, as: Profile.self) { $0.visits += 1 }
    /// ```
    ///
    /// Other writers wait for `body`, which must not call the store. Throws what `value(_:of:)` throws, and
    /// ``StoreStatus/itemNotFound`` if there is no such item. If `body` throws, the value stays as it was.
    @discardableResult
    public func updateValue<Value: Codable, R>(
        of item: some StorableItem, as type: Value.Type = Value.self,
        _ body: (inout Value) throws(StoreError) -> R
    ) throws(StoreError) -> R {
        try transaction { changes throws(StoreError) in try changes.updateValue(of: item, as: type, body) }
    }

    /// Does the same with a closure that may throw any error.
    @discardableResult
    public func updateValue<Value: Codable, R>(
        of item: some StorableItem, as type: Value.Type = Value.self, _ body: (inout Value) throws -> R
    ) throws -> R {
        try transaction { changes throws in try changes.updateValue(of: item, as: type, body) }
    }
}

// MARK: - Awaited

/// The same calls from async code, which encode and decode on a thread of the store's own too.
extension ItemStore {
    /// The value that ``ItemAccess/setValue(_:of:)`` stored; nil if there is no such item.
    ///
    /// It is decoded on the store's thread as well. Throws ``StoreStatus/invalidData`` if the secret is not a
    /// value of this type, and ``StoreStatus/decode`` if the item is damaged.
    public func value<Value: Decodable & Sendable>(
        _ type: Value.Type = Value.self, of item: some StorableItem
    ) async throws(StoreError) -> Value? {
        try await perform(on: readers) { store throws(StoreError) in try store.value(type, of: item) }
    }

    /// Stores a `Codable` value as the secret of an item: see ``ItemAccess/setValue(_:of:)``.
    ///
    /// It is encoded on the store's thread. Throws ``StoreStatus/param`` if it cannot be encoded, and the
    /// item stays as it was.
    @discardableResult
    public func setValue(
        _ value: some Encodable & Sendable, of item: some StorableItem
    ) async throws(StoreError) -> ItemReference {
        try await perform { store throws(StoreError) in try store.setValue(value, of: item) }
    }

    /// Reads a value, changes it and stores it, with nobody in between.
    ///
    /// Other writers wait for `body`, so it has no `await`. Throws ``StoreStatus/itemNotFound`` if there is
    /// no such item, ``StoreStatus/invalidData`` if it has another type's value, and what `body` throws.
    @discardableResult
    public func updateValue<Value: Codable & SendableMetatype, R: Sendable>(
        of item: some StorableItem, as type: Value.Type = Value.self,
        _ body: @escaping @Sendable (inout Value) throws(StoreError) -> R
    ) async throws(StoreError) -> R {
        try await perform { store throws(StoreError) in try store.updateValue(of: item, as: type, body) }
    }

    /// Changes a value with a closure that may throw any error.
    ///
    /// If `body` throws, the value stays as it was. Throws `CancellationError` if the task is cancelled
    /// before the value is read.
    @discardableResult
    public func updateValue<Value: Codable & SendableMetatype, R: Sendable>(
        of item: some StorableItem, as type: Value.Type = Value.self,
        _ body: @escaping @Sendable (inout Value) throws -> R
    ) async throws -> R {
        try await perform { store in try store.updateValue(of: item, as: type, body) }
    }
}

extension ItemMatch {
    /// The `Codable` value that the secret holds; throws what ``ItemReading/value(_:of:)`` throws.
    public func value<Value: Decodable>(as type: Value.Type = Value.self) throws(StoreError) -> Value {
        guard let secret else {
            throw StoreError(
                .invalidData, "the item has no value of type \(type); setValue(_:of:) gives it one")
        }
        var bytes = secret.data()
        defer { bytes.resetBytes(in: bytes.startIndex..<bytes.endIndex) }
        do { return try JSONDecoder().decode(type, from: bytes) } catch {
            let place = (error as? DecodingError).map { ": \($0.place)" } ?? ""
            throw StoreError(
                .invalidData,
                "the item does not hold a value of type \(type)\(place); ask for the type that it has, or read secret(of:)"
            )
        }
    }
}

extension SecretBytes {
    /// The secret as `Data`, which is not erased.
    public func data() -> Data { withBytes { Data($0) } }

    fileprivate convenience init(encoding value: some Encodable) throws(StoreError) {
        var encoded: Data
        do { encoded = try JSONEncoder().encode(value) } catch {
            // The encoder's own error may quote the value.
            throw StoreError(
                .param,
                "a value of type \(Swift.type(of: value)) cannot be encoded; give what JSONEncoder takes")
        }
        defer { encoded.resetBytes(in: encoded.startIndex..<encoded.endIndex) }
        try self.init(copying: encoded)
    }
}

extension DecodingError {
    /// The place where decoding ended, in words of our own: those of the decoder may quote the value.
    fileprivate var place: String {
        switch self {
        case .keyNotFound(let key, let context): "\(Self.path(context.codingPath + [key])) is missing"
        case .typeMismatch(let type, let context): "\(Self.path(context.codingPath)) is no \(type)"
        case .valueNotFound(let type, let context): "\(Self.path(context.codingPath)) is null, and no \(type)"
        case .dataCorrupted(let context): "\(Self.path(context.codingPath)) cannot be decoded"
        @unknown default: "it cannot be decoded"
        }
    }

    /// A path of keys, in which `*` stands for what the secret says itself: the key of a dictionary, or of a
    /// type that takes any text as a key.
    private static func path(_ keys: [any CodingKey]) -> String {
        if keys.isEmpty { return "it" }
        return keys.map { key in
            let text = key.stringValue
            if let index = key.intValue, text == "Index \(index)" { return String(index) }
            return type(of: key).init(stringValue: text + "\0") == nil ? text : "*"
        }.joined(separator: ".")
    }
}

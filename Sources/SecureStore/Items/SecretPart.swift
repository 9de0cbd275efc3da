/// A further secret of an item, beside the one that is its own: notes, or the key of one-time codes.
///
/// ``Changes/part(_:_:)`` gives an item one, and ``ItemMatch/parts`` has them. They come and go with their
/// item, and are sealed with its secret. Programs that use Apple's names do not see them.
public struct SecretPart: Equatable, Sendable {
    /// The name, which no other part of the item has.
    public let name: String
    /// The secret itself.
    public let secret: SecretBytes

    /// True if both have the same secret and, byte by byte, the same name.
    public static func == (left: SecretPart, right: SecretPart) -> Bool {
        left.name.hasSameBytes(as: right.name) && left.secret == right.secret
    }
}

extension [SecretPart] {
    /// The secret of the part with this name; nil if there is none.
    public subscript(name: String) -> SecretBytes? { first { $0.name.utf8.elementsEqual(name.utf8) }?.secret }

    /// A copy in which the part of this name has another secret, in its old place, or is gone.
    func changed(_ name: String, to secret: SecretBytes?) -> Self {
        let place = firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
        var parts = self
        switch (place, secret) {
        case (let place?, let secret?): parts[place] = SecretPart(name: name, secret: secret)
        case (let place?, nil): parts.remove(at: place)
        case (nil, let secret?): parts.append(SecretPart(name: name, secret: secret))
        case (nil, nil): break
        }
        return parts
    }
}

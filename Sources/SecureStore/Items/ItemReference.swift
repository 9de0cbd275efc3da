public import FoundationEssentials

/// Names one item for as long as it exists, even if its attributes change.
///
/// Nothing in it is secret.
public struct ItemReference: Hashable, Sendable, CustomStringConvertible {
    /// The class, in which a query with this reference looks.
    public let itemClass: ItemClass
    let id: Bytes16

    init(_ itemClass: ItemClass, _ id: Bytes16) { (self.itemClass, self.id) = (itemClass, id) }

    /// Reads a persistent reference: the four letters of the class, and sixteen bytes.
    ///
    /// Throws ``StoreStatus/param`` for anything else.
    public init(persistent data: Data) throws(StoreError) {
        let bytes = [UInt8](data)
        guard bytes.count == 20,
            let itemClass = ItemClass(code: String(decoding: bytes[..<4], as: UTF8.self)),
            let id = Array(bytes[4...]).withRawBytes({ Bytes16($0) })
        else {
            throw StoreError(.param, "a persistent reference must have 20 bytes and begin with an item class")
        }
        self.init(itemClass, id)
    }

    /// The same id with another class: an identity has the id of its certificate.
    package func under(_ itemClass: ItemClass) -> ItemReference { ItemReference(itemClass, id) }

    /// The reference as twenty bytes to keep; nothing in them is secret.
    public var persistent: Data {
        var bytes = Array(itemClass.code.utf8)
        id.append(to: &bytes)
        return Data(bytes)
    }

    /// The class and the id, as errors name the item.
    public var description: String { "\(itemClass.code) \(id.hexadecimal)" }
}

import Foundation
import XCTest

@testable import SecureStore

/// An item as the second reader prints it, and as a golden store's list records it.
struct ReadItem: Codable, Hashable {
    /// A value under the name of its form.
    enum Value: Codable, Hashable {
        case string(String)
        case data(String)
        case number(Int64)
        case date(Double)
        case control([UInt64])

        private enum Form: String, CodingKey { case string, data, number, date, control }
    }

    let itemClass: String
    let id: String
    var generation: Int
    let accessibility: String
    var unopened: Bool?
    var attributes: [String: Value]?
    var secret: String?
    /// The item's parts; nil when it has none.
    var parts: [Part]?
    /// The item's earlier secrets; nil when it has none.
    var earlier: [Earlier]?

    struct Part: Codable, Hashable {
        let name: String
        let secret: String
    }

    struct Earlier: Codable, Hashable {
        let replaced: Double
        let secret: String
    }

    private enum CodingKeys: String, CodingKey {
        case itemClass = "class"
        case id, generation, accessibility, unopened, attributes, secret, parts, earlier
    }
}

extension ReadItem {
    init<Item: StoreItem>(_ match: ItemMatch<Item>) {
        itemClass = Item.itemClass.code
        id = match.reference.id.hexadecimal
        generation = match.generation
        accessibility = match.item.attributes.accessibilityOrDefault.code
        attributes = [:]
        let parts = match.parts.map { Part(name: $0.name, secret: $0.secret.bytes.hexadecimal) }
        self.parts = parts.isEmpty ? nil : parts
        for entry in match.item.attributes.entries where entry.name != .accessible {
            attributes?[ClassTable.row(entry.name).code] = Value(entry.value)
        }
        secret = match.secret?.bytes.hexadecimal
    }

    /// Every item of a store that its keys open, as the library reads it; by id.
    static func all(of store: ItemStore) throws -> [ReadItem] {
        func items<Item: StorableItem>(_: Item.Type) throws -> [ReadItem] {
            let query = Query<Item>().synchronizable(.any)
            do {
                return try store.copyMatching(query).map { match in
                    var item = ReadItem(match)
                    let earlier = try store.earlierSecrets(Query<Item>().reference(match.reference))
                    item.earlier = earlier.isEmpty ? nil : earlier.map { Earlier($0) }
                    return item
                }
            } catch let error as StoreError {
                guard error.status == .itemNotFound else { throw error }
                return []
            }
        }
        let all =
            try items(GenericPassword.self) + items(InternetPassword.self) + items(CertificateItem.self)
            + items(KeyItem.self)
        return all.sorted { $0.id < $1.id }
    }
}

extension ReadItem.Earlier {
    init(_ earlier: EarlierSecret) {
        replaced = earlier.replaced.timeIntervalSinceReferenceDate
        secret = earlier.secret.bytes.hexadecimal
    }
}

extension ReadItem.Value {
    init(_ value: AttributeValue) {
        switch value {
        case .string(let text): self = .string(text)
        case .data(let data): self = .data([UInt8](data).hexadecimal)
        case .number(let number): self = .number(number)
        case .date(let date): self = .date(date.timeIntervalSinceReferenceDate)
        case .accessControl(let control):
            self = .control([UInt64(control.accessibility.rawValue), control.flags.rawValue])
        }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Form.self)
        let form = try XCTUnwrap(container.allKeys.first)
        switch form {
        case .string: self = .string(try container.decode(String.self, forKey: form))
        case .data: self = .data(try container.decode(String.self, forKey: form))
        case .number: self = .number(try container.decode(Int64.self, forKey: form))
        case .date: self = .date(try container.decode(Double.self, forKey: form))
        case .control: self = .control(try container.decode([UInt64].self, forKey: form))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Form.self)
        switch self {
        case .string(let text): try container.encode(text, forKey: .string)
        case .data(let digits): try container.encode(digits, forKey: .data)
        case .number(let number): try container.encode(number, forKey: .number)
        case .date(let seconds): try container.encode(seconds, forKey: .date)
        case .control(let parts): try container.encode(parts, forKey: .control)
        }
    }
}

import Foundation
import SecureStore

@testable import KeychainServices

/// The checked dictionaries behind the calls, without Apple's objects.
struct CoreFace: Face {
    let store: ItemStore

    func add(_ dictionary: ItemDictionary) -> String { written { try store.add(dictionary) } }

    func find(_ query: ItemDictionary) -> String { written { try store.copyMatching(query) } }

    func update(_ query: ItemDictionary, _ changes: ItemDictionary) -> String {
        written {
            try store.update(query, changes)
            return nil
        }
    }

    func delete(_ query: ItemDictionary) -> String {
        written {
            try store.delete(query)
            return nil
        }
    }

    func lock() { store.lock() }

    func persistent(_ query: ItemDictionary) -> ItemDictionary.Value {
        (try? store.copyMatching(query + ["r_PersistentRef": true])) ?? .null
    }

    private func written(_ call: () throws -> ItemDictionary.Value?) -> String {
        do { return "0" + (try call().map { " " + Self.text(of: $0) } ?? "") } catch {
            return (error as? StoreError).map { String($0.status.rawValue) } ?? "\(error)"
        }
    }

    private static func text(of value: ItemDictionary.Value, key: String = "") -> String {
        switch value {
        case .string(let text): return Written.string(text)
        case .data(let data): return Written.data(data, key: key)
        case .secret(let secret): return Written.data(Data(secret.bytes))
        case .number(let number): return String(number)
        case .date(let date): return Written.date(date)
        case .accessControl(let control): return Written.control(control)
        case .item(let item): return "reference \(item.attributes.itemClass.code)"
        case .identity: return "reference idnt"
        case .list(let elements): return Written.list(elements.map { text(of: $0) })
        case .dictionary(let dictionary):
            return Written.dictionary(
                dictionary.values.reduce(into: [:]) { $0[$1.key] = text(of: $1.value, key: $1.key) })
        case .boolean, .uuid, .null, .policy, .unsupported: return "a value that no answer has"
        }
    }
}

import Foundation
import SecureStore

@testable import KeychainServices

/// One of the two ways to the same behaviour: the checked dictionaries of this module, or Apple's names.
///
/// Every call answers with the number of its status, and after a space with what it returned, written as
/// text.
protocol Face {
    func add(_ dictionary: ItemDictionary) -> String
    func find(_ query: ItemDictionary) -> String
    func update(_ query: ItemDictionary, _ changes: ItemDictionary) -> String
    func delete(_ query: ItemDictionary) -> String
    func lock()
    /// The persistent reference of the item that a query finds.
    func persistent(_ query: ItemDictionary) -> ItemDictionary.Value
}

extension Face {
    /// The labels of everything that matches, oldest first.
    func labels(_ query: ItemDictionary) -> String {
        let answer = find(query + ["m_Limit": "m_LimitAll", "r_Attributes": true])
        let labels = answer.components(separatedBy: "labl: \"").dropFirst().map {
            $0.prefix { $0 != "\"" }
        }
        return answer.hasPrefix("0") ? labels.joined(separator: ",") : answer
    }

    /// The secrets of everything that matches, oldest first.
    func secrets(_ query: ItemDictionary) -> String {
        find(query + ["m_Limit": "m_LimitAll", "r_Data": true])
    }
}

/// The parts of an answer that both faces write: everything but what is random.
enum Written {
    static func data(_ data: Data, key: String = "") -> String {
        if key == "sha1" { return "<\(data.count) bytes>" }
        if data.count == 20, let itemClass = ItemClass(code: String(decoding: data.prefix(4), as: UTF8.self))
        {
            return "<reference \(itemClass.code)>"
        }
        return "<\(String(decoding: data, as: UTF8.self))>"
    }

    static func string(_ text: String) -> String { "\"\(text)\"" }

    static func date(_ date: Date) -> String { "@\(date.timeIntervalSinceReferenceDate)" }

    static func control(_ control: AccessControl) -> String {
        "access \(control.accessibility.code) \(control.flags.rawValue) \(control.isConstraint)"
    }

    static func list(_ elements: [String]) -> String { "[" + elements.joined(separator: ", ") + "]" }

    static func dictionary(_ entries: [String: String]) -> String {
        "{" + entries.sorted { $0.key < $1.key }.map { "\($0): \($1)" }.joined(separator: ", ") + "}"
    }
}

import Foundation
import SecureStoreTesting
import XCTest

@testable import KeychainServices
@testable import SecureStore

// Rows of the behaviour tables that have no test among the `Dictionary…Tests`, and why.
//
// | Row | Why it has none | |---|---| | a nil dictionary, a key that is not a string, a result pointer that
// is nil | the types of this face have none of them; the drop-in module's | | a UUID as text, a file's
// SecKeychainItem as `v_Ref` | no such value here; the drop-in module's | | routing between two keychains
// (3.1), every column of the file-based keychain | there is one store | | tombstones, rows that do not
// decode: replaced, skipped or purged | this store keeps no tombstones, and damage is an error, never absence
// | | references of 12 bytes and of tokens | never handed out here; refused as any other wrong length | |
// default accessibility of the group com.apple.apsd, read-only items of tokens | no push daemon and no tokens
// | | `SecKey` from bytes that are no key, `bsiz` and hashes of keys (10.1) | the core hands out the item;
// SecureStoreCertificates's, and SecKeyTests | | trust: `m_Policy`, `m_TrustedOnly` | PolicyConditionTests,
// TrustedOnlyTests | | authentication rounds, biometry, contexts, refused deletions (6.2, 6.4) | nothing on
// Linux can enforce them; such items are refused, which is tested | | keybag without a key, upgrade that
// waits for unlock | no keybag; KeyHierarchy's tests have the statuses | | moving between keychains, sync
// sets, backups (6.1, 7) | nothing leaves the store | | `certdata` | private to Apple; `v_Ref` carries the
// certificate | | delete by class identity takes what does not pair up, in two steps | here it takes the
// identities that match, in one; nothing else is lost | | 10.4 and 10.5 | KeyMakingTests,
// SecCertificateTests, PKCS12ImportTests |

/// A test of the checked dictionaries, with a store in memory.
class DictionaryTestCase: StoreTestCase {
    private var made: ItemStore?

    override func setUpWithError() throws {
        try super.setUpWithError()
        made = try makeStore(groups: nil)
    }

    /// Sees every group; new items get `default`.
    var store: ItemStore { get throws { try XCTUnwrap(made) } }

    /// A store in memory for these groups only.
    func makeStore(groups: [String]?, _ change: (inout StoreOptions) -> Void = { _ in }) throws -> ItemStore {
        var options = StoreOptions(accessGroups: groups)
        change(&options)
        return try ItemStore.inMemory(options: options, now: { [clock] in clock.now })
    }

    /// Two stores on one file that see different groups.
    func makeStores(groups: [String]?, _ others: [String]?) throws -> (ItemStore, ItemStore) {
        var (first, second) = (options, options)
        (first.accessGroups, second.accessGroups) = (groups, others)
        return (
            try ItemStore.create(at: path, options: first), try ItemStore.open(at: path, options: second)
        )
    }
}

/// One row of a table: a dictionary, and the status it leads to.
struct DictionaryRow {
    let name: String
    let dictionary: ItemDictionary
    let status: StoreStatus
    let file: StaticString
    let line: UInt

    init(
        _ name: String, _ dictionary: ItemDictionary, _ status: StoreStatus = .param,
        file: StaticString = #filePath, line: UInt = #line
    ) {
        (self.name, self.dictionary, self.status) = (name, dictionary, status)
        (self.file, self.line) = (file, line)
    }
}

/// Asserts of every row that `call` throws its status.
func assertThrows<R>(_ rows: [DictionaryRow], _ call: (ItemDictionary) throws -> R) {
    for row in rows {
        assertThrows(row.status, row.name, file: row.file, line: row.line) { try call(row.dictionary) }
    }
}

// MARK: - ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral

extension ItemDictionary.Value: ExpressibleByStringLiteral {
    init(stringLiteral value: String) { self = .string(value) }
}

extension ItemDictionary.Value: ExpressibleByIntegerLiteral {
    init(integerLiteral value: Int64) { self = .number(value) }
}

extension ItemDictionary.Value: ExpressibleByBooleanLiteral {
    init(booleanLiteral value: Bool) { self = .boolean(value) }
}

/// Bytes, as an attribute has them.
func data(_ text: String) -> ItemDictionary.Value { .data(Data(text.utf8)) }

/// The secret of an item, as a dictionary has it.
func secretValue(_ text: String) throws -> ItemDictionary.Value { .secret(try secret(text)) }

extension ItemDictionary {
    var values: [String: Value] { Dictionary(uniqueKeysWithValues: entries.map { ($0.key, $0.value) }) }

    /// The same dictionary, with the keys of another besides or instead.
    static func + (a: ItemDictionary, b: ItemDictionary) -> ItemDictionary {
        ItemDictionary(a.values.merging(b.values) { $1 })
    }

    /// The same dictionary without some keys.
    func without(_ keys: String...) -> ItemDictionary {
        ItemDictionary(values.filter { !keys.contains($0.key) })
    }
}

// MARK: - Answers

extension ItemDictionary.Value {
    var text: String? { if case .string(let text) = self { text } else { nil } }
    var bytes: Data? { if case .data(let data) = self { data } else { nil } }
    var number: Int64? { if case .number(let number) = self { number } else { nil } }
    var date: Date? { if case .date(let date) = self { date } else { nil } }
    var secret: SecretBytes? { if case .secret(let secret) = self { secret } else { nil } }
    var item: StoredItem? { if case .item(let item) = self { item } else { nil } }
    var list: [ItemDictionary.Value]? { if case .list(let list) = self { list } else { nil } }
    var dictionary: ItemDictionary? { if case .dictionary(let dictionary) = self { dictionary } else { nil } }
    var control: AccessControl? { if case .accessControl(let control) = self { control } else { nil } }
}

extension ItemStore {
    /// The attributes of every item that matches, oldest first; none when nothing does.
    func all(_ query: ItemDictionary) throws -> [ItemDictionary] {
        do throws(StoreError) {
            let answer = try copyMatching(query + ["m_Limit": "m_LimitAll", "r_Attributes": true])
            return answer?.list?.compactMap(\.dictionary) ?? []
        } catch {
            guard error.status == .itemNotFound else { throw error }
            return []
        }
    }

    /// The labels of every item that matches, oldest first.
    func labels(_ query: ItemDictionary) throws -> [String] {
        try all(query).map { $0["labl"]?.text ?? "no label" }
    }

    /// The attributes of the one item that matches.
    func attributes(_ query: ItemDictionary) throws -> ItemDictionary {
        try XCTUnwrap(copyMatching(query + ["r_Attributes": true])?.dictionary)
    }

    /// The secret of the one item that matches, as text.
    func secretText(_ query: ItemDictionary) throws -> String? {
        try copyMatching(query + ["r_Data": true])?.secret?.text
    }

    /// The persistent reference of the one item that matches.
    func persistent(_ query: ItemDictionary) throws -> ItemDictionary.Value {
        try XCTUnwrap(copyMatching(query + ["r_PersistentRef": true]))
    }
}

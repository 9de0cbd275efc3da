import FoundationEssentials
import SecureStore
import SecureStoreCLI

/// An item as the bus shows it: a generic password of `securestore secret-tool`.
struct ServiceItem {
    let item: GenericPassword
    private let own: SecretToolItem

    static let textType = "text/plain"

    /// All items that the bus can show.
    static let query = Query<GenericPassword>().where(.service, equals: SecretToolItem.service)

    /// The item as the bus shows it; nil for one of somebody else's making.
    init?(_ match: ItemMatch<GenericPassword>) {
        guard let own = try? SecretToolItem(match.item) else { return nil }
        (item, self.own) = (match.item, own)
    }

    var attributes: [AttributeIndex.Pair] { own.attributes }

    var label: String { item.label ?? "" }
    var created: UInt64 { Self.seconds(item.creationDate) }
    var modified: UInt64 { Self.seconds(item.modificationDate) }

    static func contentType(of item: GenericPassword) -> String {
        item.generic.map { String(decoding: $0, as: UTF8.self) } ?? textType
    }

    /// The seconds since 1970, up to the end of the year 9999.
    static func seconds(_ date: Date?) -> UInt64 {
        UInt64(min(max(0, date?.timeIntervalSince1970 ?? 0), 253_402_300_799))
    }

    func has(_ wanted: [AttributeIndex.Pair]) -> Bool { own.has(wanted) }
}

import FoundationEssentials
import SecureStore

enum ServiceObject: Hashable {
    case service
    case collection(String)
    case item(ItemReference, collection: String)
    case session(Int)
    case prompt(Int)
    /// The backend of the desktop's portal, which lies apart.
    case portal

    static let root = "/org/freedesktop/secrets"
    /// The path that stands for no object.
    static let none = "/"

    var path: String {
        switch self {
        case .service: Self.root
        case .collection(let name): "\(Self.root)/collection/\(name)"
        case .item(let reference, let name): "\(Self.root)/collection/\(name)/\(Self.text(reference))"
        case .session(let number): "\(Self.root)/session/\(number)"
        case .prompt(let number): "\(Self.root)/prompt/\(number)"
        case .portal: "/org/freedesktop/portal/desktop"
        }
    }

    /// The collection that it is or lies in.
    var collection: String? {
        switch self {
        case .collection(let name), .item(_, let name): name
        default: nil
        }
    }

    /// Reads a path; `alias` says which collection a name stands for.
    init?(_ path: String, alias: (String) -> String?) {
        if path == ServiceObject.portal.path {
            self = .portal
            return
        }
        // A longer one names nothing, and is not worth the time to take it apart.
        guard path.hasPrefix(Self.root), path.utf8.count <= 1_024 else { return nil }
        let parts = path.dropFirst(Self.root.count).split(separator: "/", omittingEmptySubsequences: false)
            .map(String.init)
        guard parts[0].isEmpty else { return nil }
        switch parts.count {
        case 1: self = .service
        case 3 where ["session", "prompt"].contains(parts[1]):
            // In other digits it would be one more path of the object.
            guard let number = Int(parts[2]), "\(number)" == parts[2] else { return nil }
            self = parts[1] == "session" ? .session(number) : .prompt(number)
        case 3, 4:
            guard parts[1] == "collection" || parts[1] == "aliases",
                let name = parts[1] == "collection" ? parts[2] : alias(parts[2])
            else { return nil }
            guard parts.count == 4 else {
                self = .collection(name)
                return
            }
            guard let reference = Self.reference(parts[3]) else { return nil }
            self = .item(reference, collection: name)
        default: return nil
        }
    }

    // The id of an item, which it keeps as long as it exists; the class is always the same.
    private static let classCode = Array("genp".utf8)

    private static func text(_ reference: ItemReference) -> String {
        Hexadecimal.text(of: Array(reference.persistent.dropFirst(classCode.count)))
    }

    private static func reference(_ text: String) -> ItemReference? {
        guard let id = Hexadecimal.bytes(of: text),
            let reference = try? ItemReference(persistent: Data(classCode + id))
        else { return nil }
        // In other letters it would be one more path of the item, of which it could have very many.
        return text == Self.text(reference) ? reference : nil
    }
}

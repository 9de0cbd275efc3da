import Foundation
import SecureStore

/// The profiles of this user, each a `Codable` value in the store.
struct Profiles {
    let store: ItemStore

    func names() throws -> [String] {
        var names: [String] = []
        let query = Query<GenericPassword>().where(.service, equals: Self.service)
        try store.list(query, returning: .attributes) { names.append($0.item.account) }
        return names
    }

    func settings(_ name: String) throws -> MailSettings {
        guard let settings = try store.value(MailSettings.self, of: Self.item(name)) else {
            throw Failure(message: "there is no profile \(name)")
        }
        return settings
    }

    /// Changes a profile, or makes it: in a transaction, so that no change of another process is lost.
    func change(_ name: String, _ change: (inout MailSettings) throws -> Void) throws {
        try store.transaction { changes in
            var settings = try changes.value(MailSettings.self, of: Self.item(name)) ?? MailSettings()
            try change(&settings)
            try changes.setValue(settings, of: Self.item(name))
        }
    }

    /// Moves in what earlier versions kept in a plain file: all profiles or none, and none that is there
    /// already.
    func moveIn(from path: String) throws -> [String] {
        let file = try Data(contentsOf: URL(fileURLWithPath: path))
        let old = try JSONDecoder().decode([String: OldMailSettings].self, from: file)
        return try store.transaction { changes in
            try old.keys.sorted().filter { name in
                guard let settings = old[name], try changes.secret(of: Self.item(name)) == nil else {
                    return false
                }
                try changes.setValue(MailSettings(settings), of: Self.item(name))
                return true
            }
        }
    }

    private static let service = "settings.example"

    private static func item(_ name: String) -> GenericPassword {
        GenericPassword(service: service, account: name, label: "Mail settings \(name)")
    }
}

import Foundation
import SecureStore

/// The secrets of this program, which lay in `.env` and `~/.netrc` before.
struct Secrets {
    let store: ItemStore

    /// The value that a variable had in `.env`.
    func variable(_ name: String) throws(StoreError) -> SecretBytes {
        guard let value = try store.secret(of: Self.item(name)) else {
            throw StoreError(.itemNotFound, "\(name) is not stored; call: securestore set uploader \(name)")
        }
        return value
    }

    /// The login that `.netrc` had for a machine.
    func login(on machine: String) throws(StoreError) -> (user: String, password: SecretBytes) {
        let query = Query<InternetPassword>().where(.server, equals: machine)
        guard let match = try store.first(query), let password = match.secret else {
            throw StoreError(.itemNotFound, "there is no login for \(machine)")
        }
        return (match.item.account, password)
    }

    /// Moves the variables of a `.env` file in: all or none, and none that is there already.
    func moveIn(from path: String) throws -> [String] {
        let file = try String(contentsOfFile: path, encoding: .utf8)
        return try store.transaction { changes in
            try file.split(whereSeparator: \.isNewline).compactMap { line in
                guard !line.hasPrefix("#") else { return nil }
                let words = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard words.count == 2 else {
                    throw StoreError(.param, "a line of \(path) is not NAME=VALUE")
                }
                let (name, text) = (String(words[0]), words[1])
                let isQuoted = text.count > 1 && text.first == text.last && "\"'".contains(text.first ?? " ")
                let value = String(isQuoted ? text.dropFirst().dropLast() : text)
                guard try changes.secret(of: Self.item(name)) == nil else { return nil }
                try changes.set(Self.item(name), secret: SecretBytes(utf8: value))
                return name
            }
        }
    }

    private static func item(_ name: String) -> GenericPassword {
        GenericPassword(service: "uploader", account: name)
    }
}

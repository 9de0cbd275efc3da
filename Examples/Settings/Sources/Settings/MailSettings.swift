/// The settings of a profile: one item of the store, encrypted as a whole.
struct MailSettings: Codable {
    var server = ""
    var port = 587
    var user = ""
    var password = ""

    enum Field: String, CaseIterable {
        case server, port, user, password
    }

    subscript(field: Field) -> String {
        switch field {
        case .server: server
        case .port: String(port)
        case .user: user
        case .password: password
        }
    }

    mutating func set(_ field: Field, to text: String) throws {
        switch field {
        case .server: server = text
        case .port:
            guard let number = Int(text), 1...65_535 ~= number else {
                throw Failure(message: "a port is a number from 1 to 65535")
            }
            port = number
        case .user: user = text
        case .password: password = text
        }
    }
}

/// The format of the plain file that earlier versions of the program wrote.
struct OldMailSettings: Decodable {
    let host: String
    let user: String
    let password: String
}

extension MailSettings {
    /// Takes `mail.example:465` apart; without a port it is the usual one.
    init(_ old: OldMailSettings) throws {
        let parts = old.host.split(separator: ":", maxSplits: 1).map { String($0) }
        self.init(server: parts.first ?? "", user: old.user, password: old.password)
        if parts.count == 2 { try set(.port, to: parts[1]) }
    }
}

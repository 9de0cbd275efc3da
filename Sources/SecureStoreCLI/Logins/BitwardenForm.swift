/// A form of Bitwarden's items that are no logins, and where its secret is; their other members are parts.
struct BitwardenForm: Sendable {
    /// The number that its JSON has for it.
    let number: Int
    /// The member of its JSON that has the fields.
    let member: String
    /// The kind of such an item, in its attribute.
    let kind: String
    /// The field that is the secret; nil if none is.
    let secret: String?
    /// The other fields.
    let fields: [String]

    /// The names of the fields for what only logins have members for.
    static let (username, password, url) = ("username", "password", "url")

    static let all = [
        Self(
            number: 3, member: "card", kind: "card", secret: "number",
            fields: ["cardholderName", "brand", "expMonth", "expYear", "code"]),
        Self(
            number: 4, member: "identity", kind: "identity", secret: nil,
            fields: [
                "title", "firstName", "middleName", "lastName", "address1", "address2", "address3", "city",
                "state", "postalCode", "country", "company", "email", "phone", "ssn", "username",
                "passportNumber", "licenseNumber",
            ]),
        Self(
            number: 5, member: "sshKey", kind: "ssh key", secret: "privateKey",
            fields: ["publicKey", "keyFingerprint"]),
    ]
}

/// The table of an export of ours.
enum LoginTable {
    /// The columns with which it begins; further ones are parts.
    static let columns = ["folder", "name", "url", "username", "password", "notes", "totp"]
    /// The column behind them, where one has it: the service of a generic password that has another name or
    /// an address.
    static let service = "service"
}

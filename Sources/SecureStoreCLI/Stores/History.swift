import SecureStore

/// The earlier secrets that our own commands keep with an item.
///
/// Helpers of other programs keep none, as a token that was renewed is worth nothing to a person. Only git's
/// keeps a password that does not expire: it may be a person's.
enum History {
    static let variable = "SECURESTORE_HISTORY"
    static let usual = 5
    static let most = 16

    static func kept() throws(CommandError) -> Int {
        guard let text = Terminal.value(variable), !text.isEmpty else { return usual }
        guard let count = Int(text), 0...most ~= count else {
            throw .failure("\(variable) must be a number of secrets, from 0 to \(most)")
        }
        return count
    }

    /// Tells that a secret which was replaced is gone, unless none is to be kept.
    static func tellLost(_ secret: SecretBytes) throws {
        guard try kept() > 0 else { return }
        Terminal.tell("the secret before it has \(secret.count) bytes, too many to be kept, and is gone")
    }

    static func options() throws(CommandError) -> StoreOptions {
        var options = StoreOptions()
        options.earlierSecrets = try kept()
        return options
    }
}

extension Array where Element == EarlierSecret {
    func numbered(_ number: Int) throws(CommandError) -> EarlierSecret {
        guard number > count else { return self[number - 1] }
        guard !isEmpty else { throw CommandError(.itemNotFound, "the item has no earlier secrets") }
        throw CommandError(
            .itemNotFound, "the item has \(Count.of(count, "earlier secret")), and no number \(number)",
            hint: "securestore history shows them")
    }
}

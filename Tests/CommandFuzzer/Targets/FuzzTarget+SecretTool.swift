import SecureStore

@testable import SecureStoreCLI

extension FuzzTarget {
    /// The attributes of `secret-tool`, a word a line: an item says which ones it was made of.
    static let secretTool = FuzzTarget(name: "secret-tool") { input in
        let words = input.words
        let arguments = try ArgumentParser(table: .secretTool).parse(words)
        let made = try SecretToolItem(words: arguments.operands)
        let item = made.item(label: arguments.value(of: .label) ?? "")
        let read = try SecretToolItem(item)
        require(read?.attributes == made.attributes, "the item has other attributes than were given")
        let again = SecretToolItem(made.attributes).item(label: "")
        require(again.account == item.account, "the same attributes make another item")
    }
}

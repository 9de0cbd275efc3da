import SecureStore

@testable import SecureStoreCLI

extension FuzzTarget {
    /// The attributes of `secret-tool`, a word a line: an item says which ones it was made of.
    static let secretTool = FuzzTarget(name: "secret-tool") { input in
        let words = input.words
        let arguments = try ArgumentParser(table: .secretTool).parse(words)
        let made = try SecretToolItem(words: arguments.operands)
        let item = made.item(label: arguments.value(of: .label) ?? "")
        guard let read = try SecretToolItem(item) else { preconditionFailure("the item is not read") }
        let isSame = read.attributes.elementsEqual(made.attributes) {
            $0.name.isSpelled(as: $1.name) && $0.value.isSpelled(as: $1.value)
        }
        require(isSame, "the item has other attributes than were given")
        require(read.item(label: "").account.isSpelled(as: item.account), "it makes another item")
        // Of several values for a name, the last one is the attribute.
        for place in stride(from: 0, to: arguments.operands.count, by: 2) {
            let name = arguments.operands[place]
            let last = arguments.operands.lastPair(named: name)
            let value = read.attributes.first { $0.name.isSpelled(as: name) }?.value
            require(value?.isSpelled(as: last) == true, "an attribute with another value")
        }
    }
}

extension [String] {
    /// The value of the last pair with this name.
    fileprivate func lastPair(named name: String) -> String {
        let place = stride(from: count - 2, through: 0, by: -2).first { self[$0].isSpelled(as: name) }
        return place.map { self[$0 + 1] } ?? ""
    }
}

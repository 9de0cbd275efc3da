private import Foundation

/// The text of one of the constants: an `NSString` that is the same key as its Swift `String`.
///
/// A dictionary of type `[AnyHashable: Any]` that was built with constants is read with strings, and the
/// other way round; on Linux a plain `NSString` would miss. Never changed, so threads can share constants.
final class Constant: NSString {
    // Of its own, because `NSString` gives its storage to nobody, and asks subclasses for each character.
    let text: String
    private let units: [unichar]
    private let ownHash: Int

    required init(stringLiteral text: StaticString) {
        self.text = text.description
        units = Array(self.text.utf16)
        ownHash = (self.text as NSString).hash
        super.init(stringLiteral: text)
    }

    override var length: Int { units.count }

    override func character(at index: Int) -> unichar { units[index] }

    // A dictionary copies its keys, and `NSString` would copy those of a subclass letter by letter.
    override func copy(with zone: NSZone? = nil) -> Any { self }

    // A dictionary compares its keys, for which `NSString` would make Swift strings of both.
    override func isEqual(_ object: Any?) -> Bool {
        guard let constant = object as? Constant else { return super.isEqual(object) }
        return constant === self || constant.text == text
    }

    // A dictionary hashes its keys, for which `NSString` would make a Swift string each time.
    override var hash: Int { ownHash }

    /// An archive of a constant is one of a string.
    override var classForCoder: AnyClass { NSString.self }

    // MARK: - What `NSString` requires, and nobody calls for a constant

    required convenience init(unicodeScalarLiteral text: StaticString) { self.init(stringLiteral: text) }

    required convenience init(extendedGraphemeClusterLiteral text: StaticString) {
        self.init(stringLiteral: text)
    }

    required init?(coder: NSCoder) { nil }

    required init(string: String) {
        text = string
        units = Array(string.utf16)
        ownHash = (string as NSString).hash
        super.init(stringLiteral: "")
    }
}

// MARK: - _HasCustomAnyHashableRepresentation

extension Constant: _HasCustomAnyHashableRepresentation {
    func _toCustomAnyHashable() -> AnyHashable? { AnyHashable(text) }
}

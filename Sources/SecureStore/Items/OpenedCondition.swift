import FoundationEssentials

/// A condition other than equality on an attribute, which is compared after opening.
struct OpenedCondition: Hashable, Sendable {
    enum Test: Hashable, Sendable {
        /// Texts are compared byte by byte, as equality does: strings that only look alike are different.
        case begins(with: String)
        case contains(String)
        /// A date at or after the first, and before the second or also at it; nil is no limit.
        case lies(from: Date?, to: Date?, includingEnd: Bool)
    }

    let name: AttributeName
    let test: Test

    func holds(for attributes: ItemAttributes) -> Bool {
        switch (test, attributes[name]) {
        case (.begins(let text), let value?): value.text?.utf8.starts(with: text.utf8) ?? false
        case (.contains(let text), let value?):
            value.text.map { Array($0.utf8).contains(Array(text.utf8)) } ?? false
        case (.lies(let from, let to, let includesEnd), .date(let date)?):
            // No instant is at or after a date that is none; `>=` would say that each is.
            (from.map { $0 < date || $0 == date } ?? true)
                && (to.map { date < $0 || includesEnd && date == $0 } ?? true)
        default: false
        }
    }
}

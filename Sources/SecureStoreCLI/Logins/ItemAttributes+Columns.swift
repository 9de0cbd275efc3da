import FoundationEssentials
import SecureStore

// What a table shows of an item.
extension ItemAttributes {
    /// The headings of ``columns``.
    static let headings = ["CLASS", "SERVICE", "ACCOUNT", "LABEL", "CHANGED"]

    var columns: [String] {
        let date = self[.modificationDate]?.date?.formatted(.iso8601) ?? ""
        return [itemClass.optionName, place, column(.account), column(.label), String(date.prefix(10))]
    }

    /// The service, or of an internet password its host, port and path, as in `forge.example:8443/a/b`.
    var place: String {
        guard itemClass == .internetPassword else { return column(.service) }
        let (port, path) = (self[.port]?.number ?? 0, column(.path))
        return column(.server) + (port > 0 ? ":\(port)" : "")
            + (path.isEmpty || path.hasPrefix("/") ? path : "/" + path)
    }

    /// An attribute as text, empty if there is none.
    func column(_ name: AttributeName) -> String { self[name]?.text ?? "" }
}

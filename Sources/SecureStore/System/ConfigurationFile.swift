/// A small file in the user's configuration, such as `~/.config/securestore/NAME`.
///
/// It is the user's own, and nobody else can change or replace it.
package struct ConfigurationFile {
    package let path: String

    /// The most bytes that such a file has.
    private static let limit = 1 << 16

    package init(_ name: String) throws(StoreError) {
        path = try StandardPaths.configuration() + "/securestore/" + name
    }

    /// A mark that is another one after every change of the file; nil if there is none.
    package var mark: [Int]? { FileStatus(at: path)?.mark }

    private static func text(_ bytes: RawSpan) throws(StoreError) -> String {
        guard let text = bytes.text(at: 0, count: bytes.byteCount) else {
            throw StoreError(.param, "the file is not UTF-8 text; save it as such")
        }
        return text
    }

    /// The text of the file; nil if there is none.
    ///
    /// Throws ``StoreStatus/invalidDBLocation`` where somebody else could have written it, and
    /// ``StoreStatus/param`` if it is not UTF-8 text.
    package func text() throws(StoreError) -> String? {
        try DirectoryPath.check(toFile: path, "can't read \(path)")
        return try unless(.notAvailable) { () throws(StoreError) in
            try PrivateFile.withContents(
                of: path, limit: Self.limit, missing: .notAvailable, refusing: 0o022, Self.text)
        }
    }
}

/// Why a text is not read; nothing of what stands in it.
package enum JSONError: Error, Hashable {
    /// The text is not JSON in UTF-8, or nests too deep.
    case notJSON
    /// A string has an escape that there is not, or one half of a character.
    case wrongEscape
}

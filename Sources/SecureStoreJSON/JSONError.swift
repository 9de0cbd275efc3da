/// The reason why a text is not read; it repeats nothing of the text.
package enum JSONError: Error, Hashable {
    /// The text is not JSON in UTF-8, or nests too deep.
    case notJSON
    /// A string has an escape that there is not, or one half of a character.
    case wrongEscape
    /// An array or an object has more parts than any that a program writes for us.
    case tooManyParts
}

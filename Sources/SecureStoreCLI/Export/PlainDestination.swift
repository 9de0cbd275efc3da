import FoundationEssentials
import SecureStore

/// Where a list goes, checked before anybody is asked and anything is read, and how it gets there.
struct PlainDestination {
    /// What people are told before they are asked.
    let warning: String
    /// As it is called in the question.
    let place: String
    /// Writes the items, and says of each that finds no place there why.
    let write: ([PlainItem]) throws -> [String]
}

extension PlainDestination {
    /// A new file, or standard output for a hyphen.
    init(file: String, _ list: @escaping ([PlainItem]) throws -> SecretBytes) throws {
        let path = try StoreAccess.absolute(file)
        if file != "-", FileManager.default.fileExists(atPath: path) {
            throw StoreError(.duplicateKeychain, "\(path) exists already")
        }
        guard file != "-" || !Output.isReadByOthers else {
            throw CommandError.failure(
                "standard output is a file that others may read", hint: "a FILE that is named gets mode 600")
        }
        warning = "nothing is encrypted: anyone who has the file, or a copy of it, can read every password"
        place = file == "-" ? "standard output" : Terminal.harmless(path)
        write = { items in
            let list = try list(items)
            if file == "-" { try Output.write(list) } else { try OutputFile.create(path, list) }
            return []
        }
    }
}

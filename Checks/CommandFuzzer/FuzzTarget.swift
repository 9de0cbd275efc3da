import SecureStore

@testable import SecureStoreCLI

/// Something that reads what others wrote, and what must hold whatever that is.
struct FuzzTarget: Sendable {
    let name: String
    /// Throws where the input is refused; what must hold and does not ends the process.
    let run: @Sendable ([UInt8]) throws -> Void

    /// All of them; each has a folder of inputs to begin with in `Corpus`, and a list of words beside it.
    static let all: [FuzzTarget] = [
        .arguments, .commandLines, .completion, .secretTool, .git, .address, .docker, .json, .netrc, .table,
        .bitwarden, .dump, .keePass, .onePassword, .protonPass, .logins, .spelling, .otp, .references,
        .exportHeader, .exportRecords, .attributes, .slot, .pages,
    ]
}

/// Ends the process, which libFuzzer reports with the input.
func require(_ holds: Bool, _ promise: @autoclosure () -> String) {
    precondition(holds, promise())
}

extension [UInt8] {
    /// The input as a reader gets it.
    func secret() throws -> SecretBytes { try SecretBytes(copying: self) }

    /// A word a line.
    var words: [String] {
        split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
    }
}

extension SecretBytes {
    /// Nothing is secret here.
    var copied: [UInt8] { withSpan { bytes in bytes.indices.map { bytes[$0] } } }
}

extension String {
    /// Letter by letter; `==` takes different spellings of a letter for the same.
    func isSpelled(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

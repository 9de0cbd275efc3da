import SecureStore

@testable import SecureStoreCLI

extension FuzzTarget {
    /// References to secrets in files of variables and in templates, and in both what is no reference.
    static let references = FuzzTarget(name: "references") { input in
        try checkTemplate(of: input)
        if let name = String(validating: input, as: UTF8.self) { try checkName(name) }
        let variables = try EnvironmentFile(input.secret(), named: "file").variables()
        require(variables.count <= (input.count + 1) / 3, "more variables than lines")
        for variable in variables {
            require(!variable.name.isEmpty, "a variable without a name")
            let isWord = variable.name.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "=") && $0 > 0x20 }
            require(isWord, "a name that no shell takes")
        }
    }

    /// A secret that is its own reference leaves the template as it was, but for spaces.
    private static func checkTemplate(of input: [UInt8]) throws {
        guard let template = try? Template(input.secret(), named: "template") else { return }
        var count = 0
        let same = try template.filled { reference in
            count += 1
            return try SecretBytes(utf8: "{{\(reference.origin?.text ?? "")}}")
        }
        let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        require(
            same.copied.filter { !isBlank($0) } == input.filter { !isBlank($0) }, "a template was changed")
        guard count == 0 else { return }
        require(same.copied == input, "a text without references was changed")
    }

    /// Any name can be written with escapes.
    private static func checkName(_ name: String) throws {
        let escaped = name.utf8.map { "%\($0 < 16 ? "0" : "")\(String($0, radix: 16))" }.joined()
        guard !name.isEmpty, escaped.utf8.count < ItemWords.longestAddress - 20 else { return }
        _ = try ItemWords(address: ItemWords.scheme + escaped, at: "name")
    }
}

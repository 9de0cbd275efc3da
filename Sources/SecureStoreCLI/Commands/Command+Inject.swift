import SecureStore

extension Command {
    static let inject = Command(
        name: "inject", summary: "fill secrets into a template",
        details: """
            Replaces each {{ \(ItemWords.scheme)LOGIN/ACCOUNT }} in the template by the secret, byte for byte. The \
            account may be left out, and #NAME behind it names a part, such as #notes; #otp is the code of this moment. A space, a slash, ?, # and % within a name are written %20, %2F, %3F, %23 and %25. \
            Other braces stay as they are. \(ItemWords.order)

            Nothing is written if one of the references cannot be resolved. The file that -o names can be read only by \
            you, and takes the place of an older one in one step. That has to be your own, writable and no link. As exec \
            does, it says on a machine of a fleet how old what is used may be.
            """,
        options: [.filledFile, .latest],
        operands: [Operand("TEMPLATE", .file, isOptional: true)],
        examples: [
            Example("inject app.conf.template -o app.conf", "a file for a program that reads no environment"),
            Example("inject < app.conf.template | app --config -", "without a file"),
        ]
    ) { arguments in
        let file = arguments.operand(0).flatMap { $0 == "-" ? nil : $0 }
        let template = try Template(
            try text(of: file), named: file.map(Terminal.harmless) ?? "standard input")
        let target = arguments.file(of: .filledFile)
        if target == nil { try Output.requirePrivate() }
        if let target, FileFacts.isSame(file ?? "/dev/stdin", target) {
            throw CommandError.failure(
                "\(target) is the template itself", hint: "-o takes another file")
        }
        let store = try StoreAccess(arguments).openToRead()
        try store.tellAge()
        let result = try store.reading { items in try template.filled { try $0.secret(in: items) } }
        if let target {
            try OutputFile.put(result, at: try StoreAccess.absolute(target))
        } else {
            try Output.writeShown(result)
        }
    }

    private static func text(of file: String?) throws -> SecretBytes {
        if let file { return try SecretInput.file(file) }
        try require(
            !Terminal.isInput, "standard input is a terminal",
            hint: "securestore inject TEMPLATE reads a file")
        return try SecretInput.standardInput()
    }
}

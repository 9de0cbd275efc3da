import SecureStore

extension Command {
    static let securityError = Command(
        name: "error", summary: "show what a result code means",
        operands: [Operand("CODE", isRepeated: true)], takesNegativeNumbers: true,
        examples: [Example("error -25300", "in decimal or, after 0x, in hexadecimal digits")]
    ) { arguments in
        for word in arguments.operands {
            let status = try arguments.require(
                StoreStatus(spelling: word), "\(Terminal.quoted(word)) is not a result code")
            let digits = String(UInt32(bitPattern: status.rawValue), radix: 16, uppercase: true)
            let padding = String(repeating: "0", count: 8 - digits.count)
            try Output.print("Error: 0x\(padding)\(digits) \(status.rawValue) \(status.appleMessage)")
        }
    }

    static let setKeyPartitionList = partitionList(
        "key",
        options: [.account, .creator, .kind, .comment, .label] + Option.partitionMarks + [.partitionType])
    static let setGenericPartitionList = partitionList(
        "generic-password", options: GenericPassword.matchOptions)
    static let setInternetPartitionList = partitionList(
        "internet-password", options: InternetPassword.matchOptions)

    /// Accepted, as scripts for macOS cannot do without them there.
    private static func partitionList(_ what: String, options: [Option]) -> Command {
        Command(
            name: "set-\(what)-partition-list", summary: "accepted, and does nothing",
            details: "On macOS it says which programs use an item without asking. Here nothing asks.",
            options: options + [.partitions, .partitionPassword], operands: [Keychains.one],
            examples: [Example("set-\(what)-partition-list -S apple-tool:,apple:", "does nothing")]
        ) { arguments in
            guard !arguments.has(.quiet) else { return }
            Terminal.tell("\(arguments.command.name) does nothing: items have no partition lists here")
        }
    }
}

extension StoreStatus {
    /// A number in decimal digits, or in hexadecimal ones after 0x; one without a sign may stand for its
    /// bits.
    fileprivate init?(spelling: String) {
        let isHexadecimal = spelling.hasPrefix("0x") || spelling.hasPrefix("0X")
        let bits = isHexadecimal ? UInt32(spelling.dropFirst(2), radix: 16) : UInt32(spelling)
        guard let number = bits.map({ Int32(bitPattern: $0) }) ?? Int32(spelling) else { return nil }
        self.init(rawValue: number)
    }
}

import FoundationEssentials
import SecureStore

extension Command {
    static let otp = Command(
        name: "otp", summary: "print a one-time code, or the address it comes from",
        details: """
            Prints codes that depend on the time (RFC 6238), codes that are counted (RFC 4226), and Steam's \
            five letters. otp add gives a login the key for them. If a login has no key, an otpauth or steam \
            address on a line of its secret counts. Before it prints a counted code, the command moves the \
            counter on, so that no code is given twice.

            \(ItemWords.order)

            --uri prints the address from which the codes come, as get prints a password. qrencode makes a QR code of it, \
            for another device to take it over. Whoever sees either has the key.

            A login that is called add stands behind two hyphens: otp -- add.
            """,
        options: ItemWords.options + [.reference, .latest, .address],
        operands: ItemWords.operands,
        examples: [
            Example("otp forge.example maria", "the code of this moment"),
            Example("otp --uri forge.example maria | qrencode -t ansiutf8", "for a phone's camera"),
        ]
    ) { arguments in
        let target = try ItemWords(arguments)
        let store = try StoreAccess(arguments).openToRead()
        let login = try target.find(in: store)
        let secret = try OneTimeSecret.required(in: login.parts[Login.code] ?? login.secret)
        guard !arguments.has(.address) else {
            return try Output.show(
                try secret.addressBytes(), hint: "into a file or a pipe they are printed all the same")
        }
        switch secret.moving {
        case .seconds(let period):
            let now = UInt64(max(0, Date.now.timeIntervalSince1970))
            try Output.print(try secret.code(for: now / period))
            if Terminal.showsOutput { Terminal.tell("valid for \(period - now % period) s") }
        case .codes:
            try arguments.handOnIfReplica()
            try printNextCode(of: login, in: store)
        }
    }

    /// Reads the counter again in the transaction that moves it on: another process may have done so
    /// meanwhile.
    private static func printNextCode(of login: Login, in store: ItemStore) throws {
        var code: SecretBytes?
        try login.change(login.parts[Login.code] == nil ? nil : Login.code, in: store) { present in
            let secret = try OneTimeSecret.required(in: present)
            guard case .codes(let number, _) = secret.moving, let next = try secret.afterOneCode() else {
                throw CommandError.failure("the item was changed meanwhile; run this again")
            }
            code = try secret.code(for: number)
            return next
        }
        if let code { try Output.print(code) }
    }

    static let addOTP = Command(
        name: "otp add", summary: "give a login the key for one-time codes that its website shows",
        details: """
            Asks for the key at the terminal, or reads it from standard input or a descriptor. It is either in base 32, \
            with blanks or without, or an address: otpauth://, for which the website's QR code stands, or steam://. An \
            address says what its codes are like. A key in base 32 makes codes of 6 digits that are valid for 30 seconds, \
            with SHA1, unless an option says otherwise.

            A login has one key. --replace does not keep the present one, and until the website has taken the new key it \
            wants codes of the old one.
            """,
        options: ItemWords.options + [
            .reference, .stdin, .descriptor, .replaceKey, .codeDigits, .codePeriod, .codeAlgorithm,
        ],
        operands: ItemWords.operands,
        examples: [
            Example("otp add forge.example maria", "asks for the key, or the address"),
            Example("otp add forge.example --stdin < address.txt", "reads it from a file"),
        ], changes: true
    ) { arguments in
        var parameters: [String: String] = [:]
        parameters["digits"] = try arguments.number(of: .codeDigits, in: 6...10).map { String($0) }
        parameters["period"] = try arguments.number(of: .codePeriod, in: 1...86_400).map { String($0) }
        parameters["algorithm"] = arguments.value(of: .codeAlgorithm)
        let target = try ItemWords(arguments)
        let store = try StoreAccess(arguments).open()
        let login = try target.find(in: store)
        let isThere = CommandError(
            .duplicateItem, "the login already has a key for one-time codes",
            hint: "--replace puts another in its place; the present one is not kept")
        let mayReplace = arguments.has(.replaceKey)
        // The password may have an address on a line of its own.
        let hasKey = login.parts[Login.code] != nil
        guard try mayReplace || !hasKey && login.secret.flatMap({ try OneTimeSecret(in: $0) }) == nil else {
            throw isThere
        }
        let given = try SecretSource.read(arguments, named: "key") { name in
            try Prompt.secret("\(name) or address: ")
        }
        let label = login.attributes.column(.label)
        let address = try OneTimeSecret.address(
            from: given,
            label: [label.isEmpty ? login.attributes.place : label, login.attributes.column(.account)],
            parameters)
        try login.change(Login.code, in: store) { present in
            guard mayReplace || present == nil else { throw isThere }
            return address
        }
    }
}

import FoundationEssentials
import SecureStore

extension Command {
    static let otp = Command(
        name: "otp", summary: "print a one-time code, or the address it comes from",
        details: """
            The item's secret has the otpauth address that a website's QR code stands for, on a line of its own: for codes \
            that depend on the time (RFC 6238) or that are counted (RFC 4226), with SHA1, SHA256 or SHA512. Before a \
            counted code is printed the item's counter is moved on, so that no code is given twice.

            --uri prints that address, as get prints a password. qrencode makes a QR code of it, for another device to \
            take it over. Whoever sees either has the secret.
            """,
        options: ItemWords.options + [.reference, .address],
        operands: ItemWords.operands,
        examples: [
            Example("otp forge.example/otp maria", "the code of this moment"),
            Example("otp --uri forge.example/otp maria | qrencode -t ansiutf8", "for a phone's camera"),
        ]
    ) { arguments in
        let target = try ItemWords(arguments)
        let store = try StoreAccess(arguments).openToRead()
        let password = try target.find(in: store)
        let secret = try oneTimeSecret(of: try password.required(place(in: password)))
        guard !arguments.has(.address) else {
            return try Output.show(
                try secret.addressBytes(), hint: "into a file or a pipe they are printed all the same")
        }
        switch secret.moving {
        case .seconds(let period):
            let now = UInt64(max(0, Date.now.timeIntervalSince1970))
            try Output.print(try secret.code(for: now / period))
            if Terminal.showsOutput { Terminal.tell("valid for \(period - now % period) s") }
        case .codes: try printNextCode(of: password, in: store)
        }
    }

    /// Reads the counter again in the transaction that moves it on: another process may have done so
    /// meanwhile.
    private static func printNextCode(of password: Login, in store: ItemStore) throws {
        var code: SecretBytes?
        try password.change(place(in: password), in: store) { present in
            let secret = try oneTimeSecret(of: try present ?? SecretBytes(utf8: ""))
            guard case .codes(let number, _) = secret.moving, let next = try secret.afterOneCode() else {
                throw CommandError.failure("the item was changed meanwhile; run this again")
            }
            code = try secret.code(for: number)
            return next
        }
        if let code { try Output.print(code) }
    }

    /// The part of a login that has the source of its codes; without it, its password has.
    private static func place(in login: Login) -> String? {
        login.parts[Login.code] == nil ? nil : Login.code
    }

    private static func oneTimeSecret(of text: SecretBytes) throws -> OneTimeSecret {
        guard let secret = try OneTimeSecret(in: text) else {
            throw CommandError.failure(
                "no line of the secret is an otpauth address",
                hint: "securestore set stores one, as the website's QR code has it")
        }
        return secret
    }
}

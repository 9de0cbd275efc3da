private import SecureStore

/// What each code says, as one line: a store's own answers where they are declared, all others beside their codes.
package enum CodeMessages {
    static let tables = [
        access, certificateEvaluation, certificates, general, items, keychain, keys, modules, network,
        parameters, requests, trust,
    ]

    /// The message of a code; `OSStatus` with the number for one that nobody knows.
    package static func message(of code: OSStatus) -> String {
        for table in tables {
            if let message = table[code] { return message }
        }
        return Status(rawValue: code).message
    }
}

import SecureStoreCodes
import SecureStore

/// A failure as Apple's tool tells it: the call of the keychain interface that it would have made, and its
/// status.
struct SecurityFailure: Error {
    let call: String
    let status: StoreStatus
    /// The help that Apple's words do not give.
    let hint: String?
    /// The end of the run: the low byte of the status, unless Apple's tool has one code for all failures.
    let exitCode: ExitCode

    init(call: String, status: StoreStatus, hint: String? = nil, exitCode: ExitCode? = nil) {
        (self.call, self.status, self.hint) = (call, status, hint)
        self.exitCode = exitCode ?? ExitCode(status)
    }

    /// Runs `body`, and gives what the store throws there the name of Apple's call.
    static func naming<R>(
        _ call: String, exitCode: ExitCode? = nil, _ body: () throws -> R
    ) throws -> R {
        do { return try body() } catch {
            switch error {
            case let error as StoreError:
                throw SecurityFailure(
                    call: call, status: error.status, hint: hint(for: error), exitCode: exitCode)
            case let error as CommandError where error.exitCode == ExitCode(.interactionNotAllowed):
                throw SecurityFailure(
                    call: call, status: .interactionNotAllowed, hint: error.hint, exitCode: exitCode)
            default: throw error
            }
        }
    }

    private static func hint(for error: StoreError) -> String? {
        switch error.status {
        // Apple's words say it all.
        case .itemNotFound, .duplicateItem, .authFailed, .pkcs12VerifyFailure: return nil
        case .interactionNotAllowed: return Unlocking.ways
        default: return error.reason
        }
    }
}

enum SecurityReport {
    static func exitCode(reporting error: any Error, quietly isQuiet: Bool) -> ExitCode {
        switch error {
        // The end of a run that has told everything already.
        case let code as ExitCode: return code
        case let error as SecurityFailure:
            tell("\(error.call): \(error.status.appleMessage)", hint: error.hint, isQuiet)
            return error.exitCode
        default:
            let error = CommandError(any: error)
            tell(error.message, hint: error.hint, isQuiet)
            return error.exitCode == .usage ? CommandTable.security.usageCode : error.exitCode
        }
    }

    static func tell(_ message: String, hint: String? = nil, _ isQuiet: Bool) {
        guard !isQuiet else { return }
        Terminal.tell("\(CommandTable.security.program): \(Terminal.harmless(message))")
        if let hint { Terminal.hint(hint) }
    }
}

extension StoreStatus {
    /// The line that scripts written for macOS look for; for codes that they do not meet, the store's own.
    var appleMessage: String {
        switch self {
        case .success: return "No error."
        case .itemNotFound: return "The specified item could not be found in the keychain."
        case .duplicateItem: return "The specified item already exists in the keychain."
        case .interactionNotAllowed: return "User interaction is not allowed."
        case .authFailed: return "The user name or passphrase you entered is not correct."
        case .noSuchKeychain: return "The specified keychain could not be found."
        case .duplicateKeychain: return "A keychain with the same name already exists."
        case .noDefaultKeychain: return "A default keychain could not be found."
        case .invalidKeychain: return "The specified keychain is not a valid keychain file."
        case .param: return "One or more parameters passed to a function were not valid."
        case .unimplemented: return CommandTable.notImplemented
        case .unknownFormat: return "Unknown format in import."
        case .unsupportedFormat: return "Import/Export format unsupported."
        case .passphraseRequired: return "Passphrase is required for import/export."
        case .pkcs12VerifyFailure:
            return "MAC verification failed during PKCS12 import (wrong password?)"
        case .decode: return "Unable to decode the provided data."
        case _ where Self.system.contains(rawValue):
            return "UNIX[\(SystemMessage.text(for: rawValue - Self.system.lowerBound))]"
        default:
            let message = CodeMessages.message(of: rawValue)
            return message.prefix(1).uppercased() + message.dropFirst() + "."
        }
    }

    static let unsupportedFormat = StoreStatus(rawValue: errSecUnsupportedFormat)
    static let pkcs12VerifyFailure = StoreStatus(rawValue: errSecPkcs12VerifyFailure)

    /// The system's own errors, as macOS numbers them.
    private static let system: ClosedRange<Int32> = 100_000...100_255
}

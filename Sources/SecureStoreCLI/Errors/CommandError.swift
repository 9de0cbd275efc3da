import SecureStore
import SecureStoreJSON

/// The reason why the command ends early, in one line, and the next step if there is one.
struct CommandError: Error, CustomStringConvertible {
    let exitCode: ExitCode
    let message: String
    var hint: String?

    var description: String { message }

    static func usage(_ message: String, program: String) -> CommandError {
        CommandError(exitCode: .usage, message: message, hint: "\(program) help lists the commands")
    }

    static func usage(_ message: String, command: String, of program: String) -> CommandError {
        CommandError(
            exitCode: .usage, message: message, hint: "\(program) help \(command) shows how it is used")
    }

    static func failure(_ message: String, hint: String? = nil) -> CommandError {
        CommandError(exitCode: .failure, message: message, hint: hint)
    }
}

/// The value; an error of these words if there is none, which are made only then.
func require<Value>(
    _ value: Value?, _ message: @autoclosure () -> String, hint: @autoclosure () -> String? = nil,
    status: StoreStatus? = nil
) throws(CommandError) -> Value {
    guard let value else {
        let exitCode = status.map { ExitCode($0) } ?? .failure
        throw CommandError(exitCode: exitCode, message: message(), hint: hint())
    }
    return value
}

/// The same for a condition that has to hold.
func require(
    _ condition: Bool, _ message: @autoclosure () -> String, hint: @autoclosure () -> String? = nil,
    status: StoreStatus? = nil
) throws(CommandError) {
    _ = try require(condition ? true : nil, message(), hint: hint(), status: status)
}

extension CommandError {
    init(_ status: StoreStatus, _ message: String, hint: String? = nil) {
        self.init(exitCode: ExitCode(status), message: message, hint: hint)
    }

    init(_ error: StoreError) {
        let name = error.status.name.map { "\($0), " } ?? ""
        self.init(
            exitCode: ExitCode(error.status), message: "\(error.reason) (\(name)\(error.status.rawValue))",
            hint: Self.hint(for: error))
    }

    init(any error: any Error) {
        switch error {
        case let error as CommandError: self = error
        case let error as StoreError: self.init(error)
        case JSONError.tooManyParts: self.init(.dataTooLarge, "the input has a list with too many parts")
        case is JSONError: self = .failure("the input is not JSON")
        default: self = .failure("\(error)")
        }
    }

    func hinting(_ hint: String?) -> CommandError {
        CommandError(exitCode: exitCode, message: message, hint: hint)
    }

    func at(_ place: String) -> CommandError {
        CommandError(exitCode: exitCode, message: "\(place): \(message)", hint: hint)
    }

    private static func hint(for error: StoreError) -> String? {
        switch error.status {
        case .interactionNotAllowed: return Unlocking.ways
        case .itemNotFound: return "securestore list shows the items there are"
        case .noSuchKeychain where error.reason.hasSuffix("No such file or directory"):
            return "mkdir -p -m 700 makes the directory"
        case .noSuchKeychain: return "securestore init makes a store"
        case .databaseLocked: return "another process is busy with the store; try again"
        case .invalidKeychain, .decode:
            return "securestore verify lists what is damaged, salvage takes the rest into a new store"
        default: return nil
        }
    }
}

import Foundation
import SecureStore

@main
struct Main {
    static let usage = """
        usage: Settings list
               Settings get PROFILE FIELD
               Settings set PROFILE FIELD      reads the value from standard input
               Settings migrate FILE           moves in the plain file of earlier versions
        fields: \(MailSettings.Field.allCases.map(\.rawValue).joined(separator: ", "))
        """

    static func main() {
        do { try run(Array(CommandLine.arguments.dropFirst())) } catch {
            FileHandle.standardError.write(Data("Settings: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func run(_ arguments: [String]) throws {
        switch (arguments.first, arguments.count) {
        case ("list", 1):
            for name in try profiles().names() { print(name) }
        case ("get", 3):
            print(try profiles().settings(arguments[1])[field(arguments[2])])
        case ("set", 3):
            let (field, value) = (try field(arguments[2]), readLine() ?? "")
            try profiles().change(arguments[1]) { settings in try settings.set(field, to: value) }
        case ("migrate", 2):
            for name in try profiles().moveIn(from: arguments[1]) { print("moved in \(name)") }
            print("now delete \(arguments[1]): it holds passwords")
        default: throw Failure(message: usage)
        }
    }

    private static func profiles() throws -> Profiles { Profiles(store: try ItemStore.openOrCreateDefault()) }

    private static func field(_ name: String) throws -> MailSettings.Field {
        guard let field = MailSettings.Field(rawValue: name) else {
            throw Failure(message: "there is no field \(name)\n\(usage)")
        }
        return field
    }
}

/// The words for the user.
struct Failure: Error, CustomStringConvertible {
    let message: String
    var description: String { message }
}

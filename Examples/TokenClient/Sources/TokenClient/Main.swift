import Foundation
import SecureStore
import TokenVault

@main
struct Main {
    static func main() async {
        do {
            let store = try ItemStore.openOrCreateDefault()
            let base = ProcessInfo.processInfo.environment["TOKEN_CLIENT_URL"] ?? "https://api.example"
            let api = API(base: base, vault: TokenVault(store, service: base))
            switch Array(CommandLine.arguments.dropFirst()) {
            case ["login"]:
                try await api.signIn { code, address in print("Enter \(code) at \(address)") }
                print("signed in")
            case let arguments where arguments.count == 2 && arguments[0] == "get":
                print(try await api.get(arguments[1]))
            case ["logout"]:
                print(try api.signOut() ? "signed out" : "not signed in")
            default:
                throw Failure(message: "usage: TokenClient login | get PATH | logout")
            }
        } catch let error as TokenVaultError where error.code.needsSignIn {
            end("sign in first: TokenClient login")
        } catch {
            end("\(error)")
        }
    }

    private static func end(_ message: String) -> Never {
        FileHandle.standardError.write(Data("TokenClient: \(message)\n".utf8))
        exit(1)
    }
}

extension TokenVaultError.Code {
    fileprivate var needsSignIn: Bool { self == .notSignedIn || self == .reauthenticationRequired }
}

import Foundation
import SecureStore

@main
struct Main {
    static func main() {
        do { try run(Array(CommandLine.arguments.dropFirst())) } catch {
            FileHandle.standardError.write(Data("Uploader: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func run(_ words: [String]) throws {
        let secrets = Secrets(store: try ItemStore.openOrCreateDefault())
        switch (words.first, words.count) {
        case ("move", 2):
            for name in try secrets.moveIn(from: words[1]) { print("moved \(name)") }
        case ("send", 2):
            let (token, login) = (try secrets.variable("API_TOKEN"), try secrets.login(on: words[1]))
            // Here the request would go out. What is printed shows what it would have.
            print("to \(words[1]) as \(login.user), \(login.password.count) bytes and \(token.count) bytes")
        default: throw StoreError(.param, "usage: Uploader move FILE | send HOST")
        }
    }
}

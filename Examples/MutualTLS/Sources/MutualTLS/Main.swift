import Foundation
import SecureStore
import SecureStoreCertificates

@main
struct Main {
    static func main() {
        do { try run(Array(CommandLine.arguments.dropFirst())) } catch {
            FileHandle.standardError.write(Data("MutualTLS: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func run(_ words: [String]) throws {
        let authority = Authority(store: try ItemStore.openOrCreateDefault())
        switch (words.first, words.count) {
        case ("found", 2): try authority.found(words[1])
        case ("server", 2): try authority.issue(words[1], as: .server(words[1]))
        case ("client", 2): try authority.issue(words[1], as: .client)
        case ("root", 1): print(try authority.certificate().pem, terminator: "")
        case ("check", 2): print(try authority.check(client: words[1]))
        default:
            throw Usage(
                description: "usage: MutualTLS found NAME | server HOST | client NAME | root | check FILE")
        }
    }

    private struct Usage: Error, CustomStringConvertible { let description: String }
}

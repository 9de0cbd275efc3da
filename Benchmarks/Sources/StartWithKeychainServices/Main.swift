import KeychainServices
import StartLookup

@main
enum Main {
    static func main() throws {
        print(try lookUp())
        // Never so: it is here to be linked.
        if CommandLine.arguments.count > 1 {
            print(SecItemDelete([kSecClass as String: kSecClassKey] as CFDictionary))
        }
    }
}

import Foundation
import StartLookup

@main
enum Main {
    static func main() throws {
        print(try lookUp())
        // Never so: it is here to be linked.
        if CommandLine.arguments.count > 1 { print(NSString(string: "linked")) }
    }
}

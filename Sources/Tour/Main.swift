private import Foundation

/// The program `tour`: what `swift run tour` shows in a checkout.
@main enum Main {
    static func main() {
        do { try Tour.run() } catch {
            FileHandle.standardError.write(Data("tour: error: \(error)\n".utf8))
            exit(1)
        }
    }
}

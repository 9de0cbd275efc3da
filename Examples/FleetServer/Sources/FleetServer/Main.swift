import Foundation

/// Without arguments it directs the play; with them it is one of its machines.
@main
struct Main {
    static func main() {
        do { try run() } catch {
            FileHandle.standardError.write(Data("FleetServer: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func run() throws {
        let words = CommandLine.arguments
        guard words.count < 5 else {
            return try Machine(words[1], in: words[2], of: words[3], on: words[4]).run()
        }
        let theatre = try Theatre()
        defer { theatre.close() }
        try theatre.play()
    }
}

/// A line that shows at once, also where output is a file.
func show(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

import Foundation

@main
struct Main {
    static func main() {
        do { try run(Array(CommandLine.arguments.dropFirst())) } catch {
            FileHandle.standardError.write(Data("SharedNotes: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func run(_ arguments: [String]) throws {
        let notes = Notes(service: "notes.example")
        switch (arguments.first, arguments.count) {
        case ("set", 2):
            try notes.set(readLine() ?? "", title: arguments[1])
        case ("get", 2):
            guard let note = try notes.note(title: arguments[1]) else { throw Failure.noNote }
            print(note)
        case ("list", 1):
            for title in try notes.titles() { print(title) }
        case ("delete", 2):
            try notes.delete(title: arguments[1])
        default: throw Failure.usage
        }
    }

    private enum Failure: String, Error, CustomStringConvertible {
        case noNote = "there is no note of this title"
        case usage = "usage: SharedNotes set TITLE <note | get TITLE | list | delete TITLE"

        var description: String { rawValue }
    }
}

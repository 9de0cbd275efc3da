import Foundation
import SecureStore

/// A process of the play, and what it has said, which it writes to a file.
final class Player {
    let name: String
    /// The number to which it has counted, as it was told.
    private(set) var count: Int
    private let process = Process()
    private let output: FileHandle
    private var rest = ""
    private var lines: [String] = []

    /// Starts this program again, as a machine.
    init(_ name: String, _ words: [String], logging path: String, told count: Int) throws {
        (self.name, self.count) = (name, count)
        guard FileManager.default.createFile(atPath: path, contents: nil) else {
            throw StoreError(.io, "\(path) cannot be made")
        }
        output = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = words
        process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try process.run()
    }

    var isRunning: Bool { process.isRunning }

    /// Ends it at once, wherever it is.
    func kill() {
        guard process.isRunning else { return }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        listen()
    }

    /// True if it has said a line that begins so, since it was last asked for.
    func hasSaid(_ beginning: String) -> Bool {
        listen()
        guard let index = lines.firstIndex(where: { $0.hasPrefix(beginning) }) else { return false }
        lines.removeFirst(index + 1)
        return true
    }

    /// Shows what is new.
    private func listen() {
        rest += String(decoding: output.availableData, as: UTF8.self)
        var parts = rest.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        rest = parts.removeLast()
        for line in parts {
            lines.append(line)
            let counted = line.hasPrefix("counted ") ? Int(line.dropFirst("counted ".count)) : nil
            if let counted { count = counted }
            // Of so many, every tenth.
            if counted.map({ $0.isMultiple(of: 10) }) ?? true { show("   \(name): \(line)") }
        }
    }
}

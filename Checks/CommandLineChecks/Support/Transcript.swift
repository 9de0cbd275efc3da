import Foundation

/// A session at a shell, as a file that people can read.
///
/// `$ ` begins a command line, `< ` a line of its input, `> ` one of its output, `! ` one of standard error,
/// and `? ` its exit code, which is 0 if there is none. The last line of an output without a line break
/// begins with `>- `. `{any}` stands for anything within a line, `{time}`, `{number}` for what they say,
/// `{home}` and `{temporary}` for the test's directories; `{bold}`, `{red}` and `{plain}` for colours. In the
/// folder `Sessions`, at a terminal, input is what is typed when the line above it was shown. `# ` begins a
/// remark; `# needs TOOL` says what else the session runs.
struct Transcript {
    struct Step {
        let line: Int
        let command: String
        var input = ""
        /// For each line of input, the line of output above it.
        var questions: [String] = []
        var output: [String] = []
        var endsWithBreak = true
        var errors: [String] = []
        var code: Int32 = 0
    }

    struct Malformed: Error {
        let line: Int
    }

    let steps: [Step]
    /// Programs without which it cannot go as written.
    let tools: [String]

    /// Those of a folder, with the names of their files.
    static func all(in folder: String = "Transcripts") throws -> [(name: String, transcript: Transcript)] {
        try FileManager.default.contentsOfDirectory(atPath: path(folder)).sorted()
            .map { ($0, try named($0, in: folder)) }
    }

    static func named(_ name: String, in folder: String = "Transcripts") throws -> Transcript {
        try Transcript(String(contentsOfFile: path(folder) + "/" + name, encoding: .utf8))
    }

    /// A folder beside that of this file.
    private static func path(_ folder: String) -> String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../\(folder)")
            .path
    }

    init(_ text: String) throws {
        var steps: [Step] = []
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let mark = line.prefix { $0 != " " }
            let rest = String(line.dropFirst(mark.count + 1))
            switch mark {
            case "", "#": continue
            case "$": steps.append(Step(line: number + 1, command: rest))
            case _ where steps.isEmpty: throw Malformed(line: number + 1)
            case "<":
                steps[steps.count - 1].input += rest + "\n"
                steps[steps.count - 1].questions.append(steps[steps.count - 1].output.last ?? "")
            case ">": steps[steps.count - 1].output.append(rest)
            case ">-":
                steps[steps.count - 1].output.append(rest)
                steps[steps.count - 1].endsWithBreak = false
            case "!": steps[steps.count - 1].errors.append(rest)
            case "?":
                guard let code = Int32(rest) else { throw Malformed(line: number + 1) }
                steps[steps.count - 1].code = code
            default: throw Malformed(line: number + 1)
            }
        }
        self.steps = steps
        let needs = "# needs "
        tools = text.split(separator: "\n").filter { $0.hasPrefix(needs) }.map {
            String($0.dropFirst(needs.count))
        }
    }
}

extension Transcript.Step {
    /// The first line that is not as the transcript has it; nil when all are.
    func difference(from outcome: CommandTestCase.Outcome, _ places: [String: String]) throws -> String? {
        let wantedOutput = output.joined(separator: "\n") + (output.isEmpty || !endsWithBreak ? "" : "\n")
        let wantedErrors = errors.map { $0 + "\n" }.joined()
        let isSame =
            try Self.matches(outcome.text, wantedOutput, places)
            && Self.matches(outcome.errors, wantedErrors, places) && outcome.code == code
        guard !isSame else { return nil }
        return "\(command)\noutput:\n\(outcome.text)\nerrors:\n\(outcome.errors)\ncode: \(outcome.code)"
    }

    private static func matches(
        _ text: String, _ wanted: String, _ places: [String: String]
    ) throws -> Bool {
        var pattern = NSRegularExpression.escapedPattern(for: wanted)
        let meanings = [
            "bold": "\u{1b}\\[1m", "red": "\u{1b}\\[1;31m", "plain": "\u{1b}\\[0m", "any": ".*",
            "number": "[0-9]+", "time": "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z",
        ].merging(places.mapValues { NSRegularExpression.escapedPattern(for: $0) }) { $1 }
        for (name, meaning) in meanings {
            pattern = pattern.replacingOccurrences(of: "\\{\(name)\\}", with: meaning)
        }
        let expression = try NSRegularExpression(pattern: "\\A" + pattern + "\\z")
        return expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
    }
}

import Foundation
import XCTest

/// A file of `Vectors`: keys, each with its cases.
struct Vectors {
    struct Case {
        /// `v`, `i` or `a`, for valid, invalid or acceptable: then either answer is right.
        let result: Substring
        let fields: [Data]
        /// The file and line of a vector, for messages.
        let place: String
    }

    private(set) var groups: [(key: Data, cases: [Case])] = [(Data(), [])]

    init(_ name: String) throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let file = folder.appendingPathComponent("Vectors/\(name).txt")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        for (number, line) in lines.enumerated() where !line.hasPrefix("#") {
            let words = line.split(separator: " ")
            let fields = words.dropFirst().map { Data(hex: $0 == "-" ? "" : String($0)) }
            if words[0] == "key" {
                groups.append((fields[0], []))
            } else {
                let place = "\(name).txt:\(number + 1)"
                groups[groups.count - 1].cases.append(Case(result: words[0], fields: fields, place: place))
            }
        }
    }

    var count: Int { groups.reduce(0) { $0 + $1.cases.count } }

    /// Asserts of each case that `body` answers as the case says.
    func check(file: StaticString = #filePath, line: UInt = #line, _ body: (Data, Case) throws -> Bool) {
        for group in groups {
            for test in group.cases {
                let isRight = (try? body(group.key, test)) ?? false
                guard test.result != "a" else { continue }
                XCTAssertEqual(isRight, test.result == "v", test.place, file: file, line: line)
            }
        }
    }
}

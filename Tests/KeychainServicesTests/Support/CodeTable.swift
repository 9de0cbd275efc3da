import Foundation

@testable import SecureStore

/// The names and numbers of Apple's codes, as the sources declare them.
enum CodeTable {
    private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources")

    /// The lines of all files of a folder below `Sources`.
    static func lines(of folder: String) throws -> [String] {
        let files = try FileManager.default.contentsOfDirectory(
            at: sources.appendingPathComponent(folder), includingPropertiesForKeys: nil)
        return try files.flatMap {
            try String(contentsOf: $0, encoding: .utf8).split(separator: "\n").map(String.init)
        }
    }

    /// Those whose row has the number too.
    static func rows() throws -> [(name: String, number: Int32)] {
        try lines(of: "CSecureStoreCodes").compactMap { line in
            guard let row = line.wholeMatch(of: /CODE\((\w+), (-\d+), ".+"\)/) else { return nil }
            return Int32(row.2).map { (String(row.1), $0) }
        }
    }

    /// Those that take their number from a status of the store, whose name is theirs.
    static func ofTheStore() throws -> [(name: String, status: String)] {
        try lines(of: "SecureStoreCodes").compactMap { line in
            let form = /public let (errSec\w+): OSStatus = StoreStatus\.(\w+)\.rawValue/
            return line.wholeMatch(of: form).map { (String($0.1), String($0.2)) }
        }
    }

    /// All of them, with the number of each.
    static func all() throws -> [(name: String, number: Int32)] {
        let numbers = Dictionary(uniqueKeysWithValues: StoreStatus.words.map { ($1.name, $0.rawValue) })
        return try rows() + ofTheStore().compactMap { code in numbers[code.status].map { (code.name, $0) } }
    }
}

import Foundation
import XCTest

/// Files of strangers: each is refused with a reason, and nothing is stored.
final class HostileFileTests: CertificateTestCase {
    private func write(_ bytes: some Sequence<UInt8>, _ name: String = "hostile") throws -> String {
        let path = temporary + "/" + name
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    /// A file of openssl's with one identity; the key is on a curve, so that no number in it is RSA's
    /// exponent.
    private func makePKCS12(_ words: String = "") throws -> [UInt8] {
        try session(
            """
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj /CN=web \
                -keyout web.key -out web.pem 2>/dev/null
            openssl pkcs12 -export \(words) -in web.pem -inkey web.key -passout pass:words -out web.p12
            """)
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: temporary + "/web.p12")))
    }

    private func assertRefused(_ path: String, line: UInt = #line) throws {
        for noun in ["certificate", "key", "identity"] {
            let input = noun == "certificate" ? [] : ["--stdin"]
            let outcome = try run(
                try Self.builtProduct("securestore"), [noun, "add", path] + input, input: Data("words".utf8))
            XCTAssertTrue(outcome.errors.hasPrefix("securestore: error: "), outcome.errors, line: line)
            XCTAssertNotEqual(outcome.code, 0, line: line)
        }
        XCTAssertFalse(FileManager.default.fileExists(atPath: home + "/.local/share/securestore"), line: line)
    }

    func test_add_ofFileThatIsCutShort_isRefused() throws {
        let bytes = try makePKCS12()
        for count in stride(from: 0, to: bytes.count, by: isThinned ? 400 : 60) {
            try assertRefused(try write(bytes.prefix(count)))
        }
    }

    func test_add_ofGarbage_isRefused() throws {
        var generator = SeededGenerator(seed: 1)
        for begin in [[], [0x30], [0x30, 0x82, 0x10, 0x00, 0x02, 0x01, 0x03], [UInt8]("-----BEGIN ".utf8)] {
            let rest = (0..<4_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
            try assertRefused(try write(begin + rest))
        }
    }

    func test_add_ofDeeplyNestedSequences_isRefused() throws {
        var bytes: [UInt8] = []
        while bytes.count < 60_000 {
            let count = bytes.count
            bytes = [0x30, 0x83, UInt8(count >> 16), UInt8(count >> 8 & 255), UInt8(count & 255)] + bytes
        }
        try assertRefused(try write(bytes))
    }

    func test_add_ofPKCS12WithMoreRepetitionsThanTheBound_isRefused() throws {
        // Each of the three parts is within the bound, and all of them are not.
        let bytes = try makePKCS12("-iter 3400000")
        let outcome = try run(
            "identity", "add", try write(bytes), "--stdin", input: Data("words".utf8))
        XCTAssertEqual(outcome.code, 42, outcome.errors)
    }

    func test_add_ofFileLargerThanTheLimit_isRefused() throws {
        try assertRefused(try write([UInt8](repeating: 0x30, count: 17 << 20)))
    }
}

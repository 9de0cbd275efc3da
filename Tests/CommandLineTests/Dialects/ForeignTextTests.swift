import Foundation
import SecureStore
import SecureStoreJSON
import XCTest

@testable import SecureStoreCLI

/// Readers of what other programs write, with input that is nearly right.
final class ForeignTextTests: XCTestCase {
    func test_readers_withChangedInput_readItOrRefuseIt() throws {
        let samples: [(text: String, read: (SecretBytes) throws -> Void)] = [
            (Self.git, { _ = try GitMessage($0) }),
            (Self.login, { _ = try JSONValue($0)["Secret"]?.secret() }),
            (Self.netrc, { try NetrcText(text: $0).visit { _, _ in } }),
            (Self.dump, { try KeychainDump($0).visit { _, _ in } }),
            (Self.table, { try Self.readFields(of: CSVText($0)) }),
            (Self.address, { _ = try OneTimeSecret(in: $0)?.code(for: 1) }),
            (Self.variables, { _ = try EnvironmentFile($0, named: "file").variables() }),
            (Self.template, { _ = try Template($0, named: "template") }),
        ]
        var random = SeededGenerator(seed: 20_261_121)
        for sample in samples {
            for _ in 0..<rounds {
                let bytes = try SecretBytes(copying: random.changed(Array(sample.text.utf8)))
                do { try sample.read(bytes) } catch {
                    let isOurs = error is CommandError || error is StoreError || error is JSONError
                    XCTAssertTrue(isOurs, "\(error)")
                }
            }
        }
    }

    private static func readFields(of table: CSVText) throws {
        try table.visitRows { _, row in _ = try row.fields.map(table.secret) }
    }

    private var rounds: Int {
        ProcessInfo.processInfo.environment["SECURESTORE_TESTS_THINNED"] == nil ? 2_000 : 200
    }

    private static let git = """
        protocol=https
        host=[::1]:443
        capability[]=authtype
        url=https://maria:a%40b@forge.example:8443/a/b.git
        password=p=q
        password_expiry_utc=12

        """
    private static let login =
        #"{"ServerURL": "a:5", "Secret": "\u00e9\ud83d\ude00\n", "More": [1.5e3, {}, null]}"#
    private static let netrc = "machine a login \"b \\\" c\" password d\nmacdef e\nf\n\ndefault login g # h\n"
    private static let dump = """
        class: "inet"
        attributes:
            0x00000007 <blob>="forge"
            "acct"<blob>=0x6DC3BC  "m\\303\\274"
            "port"<uint32>=0x000001BB
            "srvr"<blob>="forge.example"
        data:
        "one"
        class: "genp"
        data:
        0x6100  "a\\000"
        """
    private static let address = "otpauth://hotp/a?secret=JBSWY3A%3D&counter=9&algorithm=SHA256&digits=8"
    private static let variables = "# names\nexport A=\"securestore://forge.example/a%2Fb\"\r\nB='x' # y\n"
    private static let template = "{{ securestore://forge.example:8443/maria }}{{{securestore://a%20b}}}"
    private static let table = "name,url,password\r\n\"a,\"\"b\"\"\nc\",,d\r\n"
}

extension SeededGenerator {
    /// The bytes with up to four of them changed, taken out, doubled, or all behind one cut off.
    fileprivate mutating func changed(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        let marks = Array("\"\\=,{}[]:#%\n\r\0 u/@".utf8)
        for _ in 0..<Int.random(in: 1...4, using: &self) where !bytes.isEmpty {
            let place = Int.random(in: bytes.indices, using: &self)
            switch Int.random(in: 0..<5, using: &self) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &self)
            case 1: bytes.remove(at: place)
            case 2: bytes.insert(bytes[place], at: place)
            case 3: bytes[place] = marks.randomElement(using: &self) ?? 0
            default: bytes.removeLast(bytes.count - place)
            }
        }
        return bytes
    }
}

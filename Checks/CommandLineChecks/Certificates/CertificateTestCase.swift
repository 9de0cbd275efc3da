import Foundation
import XCTest

/// Sessions in which openssl is the other side.
class CertificateTestCase: CommandTestCase {
    override func setUpWithError() throws {
        try super.setUpWithError()
        _ = try Tool("openssl")
    }

    /// Runs lines of the shell that all have to succeed; what they print.
    @discardableResult
    func session(_ lines: String, file: StaticString = #filePath, line: UInt = #line) throws -> String {
        let outcome = try shell("set -e\n" + lines)
        XCTAssertEqual(outcome.code, 0, outcome.text + outcome.errors, file: file, line: line)
        return outcome.text
    }

    /// Makes `root.pem` and, below it, the authority of this name, as files of the temporary directory.
    func makeAuthority(_ name: String = "authority", days: Int = 20) throws {
        try session(
            """
            [ -e root.pem ] || openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 \
                -subj /CN=root -keyout root.key -out root.pem 2>/dev/null
            openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=authority \
                -keyout \(name).key -out \(name).csr 2>/dev/null
            printf 'basicConstraints=critical,CA:true\\n' > authority.ext
            openssl x509 -req -in \(name).csr -CA root.pem -CAkey root.key -days \(days) \
                -extfile authority.ext -out \(name).pem 2>/dev/null
            """)
    }

    /// Has the authority answer the request `web.csr` with `web.pem`.
    func answerRequest(by name: String = "authority") throws {
        try session(
            """
            openssl x509 -req -in web.csr -CA \(name).pem -CAkey \(name).key -days 10 -copy_extensions copyall \
                -out web.pem 2>/dev/null
            """)
    }

    /// An identity `web.example` of an authority, in the store with all certificates above it.
    func storeIdentity() throws {
        try makeAuthority()
        try session(
            """
            securestore key generate web.example
            securestore key csr web.example --subject CN=web.example --dns web.example -o web.csr
            """)
        try answerRequest()
        try session("securestore certificate add web.pem authority.pem root.pem")
    }
}

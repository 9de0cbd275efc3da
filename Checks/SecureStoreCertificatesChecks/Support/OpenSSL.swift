import SecureStoreCertificates
import Foundation
import SecureStore
import XCTest

/// A directory of a test, with the program `openssl` working in it.
final class OpenSSL {
    let directory: String
    private let tool: Tool

    /// Skips the test where the program is not installed.
    init() throws {
        tool = try Tool("openssl")
        directory = NSTemporaryDirectory() + "securestore-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    /// Runs a command; words that begin with `@` are files of the directory.
    @discardableResult
    func run(_ command: String, input: Data = Data()) throws -> Data {
        let words = command.split(separator: " ").map {
            $0.hasPrefix("@") ? "\(directory)/\($0.dropFirst())" : String($0)
        }
        return try tool.output(words, input: input)
    }

    func read(_ name: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: "\(directory)/\(name)"))
    }

    func write(_ content: Data, _ name: String) throws {
        try content.write(to: URL(fileURLWithPath: "\(directory)/\(name)"))
    }

    /// A key, a certificate for it, and above that one an authority: `key`, `cert`, `ca`, all of them PEM.
    func makeIdentity(_ algorithm: String = "EC -pkeyopt ec_paramgen_curve:P-256", name: String = "web")
        throws
    {
        try run("genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out @cakey")
        try run("req -x509 -new -key @cakey -subj /CN=authority -days 30 -out @ca")
        try run("genpkey -algorithm \(algorithm) -out @key")
        try run("req -new -key @key -subj /CN=\(name) -out @request")
        try run("x509 -req -in @request -CA @ca -CAkey @cakey -days 30 -out @cert")
    }
}

extension Identity {
    /// A new one, with an authority above it.
    static func made(_ algorithm: String = "EC -pkeyopt ec_paramgen_curve:P-256", name: String = "web") throws
        -> Identity
    {
        let openSSL = try OpenSSL()
        try openSSL.makeIdentity(algorithm, name: name)
        let text = try openSSL.read("cert") + openSSL.read("key") + openSSL.read("ca")
        return try Identity(pem: try SecretBytes(copying: text))
    }
}

import Foundation
import SecureStore
import XCTest

@testable import SecureStoreCertificates

/// Signed messages that cost more than they should.
final class HostileMessageTests: XCTestCase {
    func test_check_ofMessageWithManySignatures_isRefused() throws {
        let openSSL = try OpenSSL()
        try openSSL.makeIdentity()
        try openSSL.write(Data("content".utf8), "content")
        let certificate = try Certificate(pem: openSSL.read("cert"))
        for (count, isRead) in [(32, true), (33, false)] {
            let signers = [String](repeating: "-signer @cert -inkey @key", count: count)
            try openSSL.run(
                "cms -sign -binary -nodetach -nocerts -outform DER \(signers.joined(separator: " ")) -in @content -out @message"
            )
            let message = try SignedMessage(der: openSSL.read("message"))
            guard isRead else {
                assertThrows(.dataTooLarge) { _ = try message.check(certificates: [certificate]) }
                continue
            }
            let states = try message.check(certificates: [certificate]).map(\.state)
            XCTAssertEqual(states, .init(repeating: .good, count: count))
        }
    }
}

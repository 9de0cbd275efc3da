import Foundation
import SecureStore
import XCTest

@testable import SecureStoreCertificates

/// Signed messages that cost more than they should.
final class HostileMessageTests: XCTestCase {
    private func message(_ content: Data) throws -> Data {
        let authority = try Authority()
        return try Identity(certificate: authority.certificate, key: authority.key)
            .signedMessage(content).der
    }

    /// The message with its list of hash functions repeated.
    private func message(_ der: Data, withHashes count: Int) -> Data {
        var outer = ByteReader([UInt8](der))
        var fields = ByteReader(outer.bytes, outer.element()?.content)
        let type = fields.element()
        var explicit = ByteReader(outer.bytes, fields.element()?.content)
        var signed = ByteReader(outer.bytes, explicit.element()?.content)
        var rest: [(tag: UInt8, content: [UInt8])] = []
        while let part = signed.element() { rest.append((part.tag, outer.copy(part.content))) }
        let hashes = [[UInt8]](repeating: rest[1].content, count: count).flatMap { $0 }
        let parts = rest.enumerated().flatMap { index, part in
            DER.encode(part.tag, index == 1 ? hashes : part.content)
        }
        let body = DER.encode(0xa0, DER.encode(DER.sequence, parts))
        return Data(
            DER.encode(
                DER.sequence, DER.encode(type?.tag ?? 0, type.map { outer.copy($0.content) } ?? []) + body))
    }

    func test_check_ofMessageThatListsManyHashes_makesOne() throws {
        let der = try message(Data(count: 1 << 20))
        XCTAssertEqual(message(der, withHashes: 1), der)
        let hostile = try SignedMessage(der: message(der, withHashes: 10_000))
        let seconds = try processorSeconds { XCTAssertEqual(try hostile.check().map(\.state), [.good]) }
        // Ten thousand hashes of a mebibyte take half a minute.
        XCTAssertLessThan(seconds, 5)
    }

    func test_reading_ofMessageCutShortAnywhere_isRefused() throws {
        let der = try message(Data("content".utf8))
        for count in 0..<der.count {
            assertThrows(.decode, "\(count) bytes") { _ = try SignedMessage(der: der.prefix(count)) }
        }
    }

    func test_reading_ofMessageWithAnyByteChanged_neverTraps() throws {
        let der = try message(Data("content".utf8))
        for index in der.indices {
            for (turn, value) in ([0, 0x30, 0x80, 0xff] as [UInt8]).enumerated()
            where Effort.isWhole || index % 4 == turn {
                var changed = der
                changed[index] = value
                let states = try? SignedMessage(der: changed).check().map(\.state)
                XCTAssertLessThanOrEqual(states?.count ?? 0, 1)
            }
        }
    }

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

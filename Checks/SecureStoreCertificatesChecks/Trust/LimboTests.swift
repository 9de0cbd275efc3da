import XCTest

@testable import SecureStoreCertificates

/// The cases of x509-limbo, and the answer to each that the table has.
final class LimboTests: XCTestCase {
    private struct Suite: Decodable { let testcases: [Case] }

    private struct Case: Decodable {
        struct Name: Decodable {
            let kind: String
            let value: String
        }
        let id: String
        let validationKind: String
        let trustedCerts: [String]
        let untrustedIntermediates: [String]
        let peerCertificate: String
        let validationTime: String?
        let expectedResult: String
        let expectedPeerName: Name?
        let crls: [String]
    }

    /// A line of the table: whether the suite, we, OpenSSL and Go accept a case, and why we do not agree.
    private struct Row {
        let id: String
        let limbo, ours, openSSL, go: Bool
        let reason: String

        init(_ line: Substring) {
            let words = line.split(separator: " ", maxSplits: 5)
            let answers = words[1...4].map { $0 == "yes" }
            (id, reason) = (String(words[0]), words.count > 5 ? String(words[5]) : "")
            (limbo, ours, openSSL, go) = (answers[0], answers[1], answers[2], answers[3])
        }
    }

    private static func file(_ name: String) -> URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Limbo/\(name)")
    }

    private func table() throws -> [Row] {
        let text = try String(contentsOf: Self.file("answers.txt"), encoding: .utf8)
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map(Row.init)
    }

    private func cases() throws -> [Case] {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(Suite.self, from: Data(contentsOf: Self.file("limbo.json"))).testcases
    }

    private func accepts(_ vector: Case) throws -> Bool {
        let policy: TrustPolicy =
            vector.validationKind == "CLIENT"
            ? .tlsClient : .tls(isClient: false, host: vector.expectedPeerName?.value)
        let fractions = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        let date = try vector.validationTime.map {
            try (try? Date($0, strategy: .iso8601)) ?? fractions.parse($0)
        }
        let lists = vector.crls.compactMap { try? RevocationList(pem: $0.utf8) }
        do {
            _ = try Certificate(pem: vector.peerCertificate.utf8).validate(
                for: policy,
                intermediates: vector.untrustedIntermediates.compactMap { try? Certificate(pem: $0.utf8) },
                anchors: .only(vector.trustedCerts.compactMap { try? Certificate(pem: $0.utf8) }),
                at: date ?? Date(),
                revocation: vector.crls.isEmpty ? nil : RevocationCheck(lists: lists))
            return true
        } catch { return false }
    }

    func test_validate_ofEachCase_answersAsTheTableSays() throws {
        let cases = try cases()
        let rows = Dictionary(uniqueKeysWithValues: try table().map { ($0.id, $0) })
        XCTAssertEqual(rows.count, cases.count)
        for vector in cases {
            let row = try XCTUnwrap(rows[vector.id], vector.id)
            XCTAssertEqual(row.limbo, vector.expectedResult == "SUCCESS", vector.id)
            XCTAssertEqual(try accepts(vector), row.ours, vector.id)
        }
    }

    func test_table_hasAReasonForEachDisagreementAndForNothingElse() throws {
        for row in try table() {
            XCTAssertEqual(row.reason.isEmpty, row.ours == row.limbo, "\(row)")
        }
    }

    func test_table_hasNothingWeAcceptAndTheTwoOthersRefuse() throws {
        for row in try table() { XCTAssertTrue(!row.ours || row.openSSL || row.go || row.limbo, "\(row)") }
    }
}

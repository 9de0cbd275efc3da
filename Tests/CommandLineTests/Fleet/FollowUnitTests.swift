import Foundation
import SecureStore
import XCTest

@testable import SecureStoreCLI

/// Tests of `securestore-follow@.service` beside the command that it starts.
final class FollowUnitTests: CommandTestCase {
    private static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../Packaging/securestore-follow@.service").path

    /// The words of a setting.
    private func words(of setting: String) throws -> [String] {
        let lines = try String(contentsOfFile: Self.path, encoding: .utf8).split(separator: "\n")
        return lines.filter { $0.hasPrefix(setting + "=") }.flatMap {
            $0.dropFirst(setting.count + 1).split(separator: " ").map(String.init)
        }
    }

    func test_unit_afterEndsThatStay_doesNotStartAgain() throws {
        let codes = try words(of: "RestartPreventExitStatus").map { try XCTUnwrap(Int32($0)) }
        // Also: in no fleet, no device key, no store, another one or one that may not be opened, words that
        // it does not know, and no securestore-fleet.
        let others: Set<ExitCode> = [
            .failure, ExitCode(.notAvailable), ExitCode(.noSuchKeychain), ExitCode(.invalidDBLocation),
            ExitCode(.wrPerm), .usage, .missingProgram,
        ]
        let known = others.union(FleetFollower.ends.map { ExitCode($0) })
        XCTAssertEqual(codes, known.map(\.rawValue).sorted())
    }

    func test_unit_startsACommandThatThereIs() throws {
        let line = try words(of: "ExecStart")
        XCTAssertEqual(line.prefix(2), ["/usr/bin/securestore", "fleet"])
        let words = line.dropFirst(2).map { Word($0) }
        let command = try ArgumentParser(table: .fleet(nil)).parse(Array(words)).command
        XCTAssertEqual(command.name, Command.fleetFollow.name)
    }
}

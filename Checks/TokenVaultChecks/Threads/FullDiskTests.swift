import Foundation
import SecureStore
import TokenVault
import XCTest

@testable import enum SecureStoreTestSupport.FullDisk

/// A refresh on a disk that is full when the server has answered.
final class FullDiskTests: StoredVaultTestCase {
    private func withSmallDisk(_ body: (String) async throws -> Void) async throws {
        let place = directory + "/mounted"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        let code = unsafe mount("tmpfs", place, "tmpfs", 0, "size=\(4 << 20),mode=700")
        try XCTSkipIf(code != 0, "the test may not mount a file system: error \(errno)")
        // A task closes its store only after it was waited for.
        defer { XCTAssertEqual(unsafe umount2(place, Int32(MNT_DETACH)), 0) }
        try await body(place)
    }

    func test_refresh_onDiskThatFillsBeforeTheSave_handsThePairOverAndKeepsTheOld() async throws {
        try await withSmallDisk { place in
            let vault = try makeVault(in: place)
            let events = await vault.events()
            var old = try TokenPair(accessToken: "access-1", refreshToken: "refresh-1")
            old.expiry = .distantPast
            try vault.save(old, for: "maria")
            // Larger than what the journal has room for.
            let new = try TokenPair(
                accessToken: String(repeating: "a", count: 1 << 19), refreshToken: "refresh-2")
            let error = await thrown {
                try await vault.validAccessToken(for: "maria") { _ in
                    FullDisk.fill(place)
                    return new
                }
            }
            let unsaved = try XCTUnwrap(error as? UnsavedPair, "\(String(describing: error))")
            XCTAssertEqual(unsaved.pair, new)
            XCTAssertEqual((unsaved.underlying as? StoreError)?.status, .diskFull)
            XCTAssertEqual(try vault.pair(for: "maria"), old)
            try FullDisk.empty(place)
            for await _ in events { break }
            XCTAssertEqual(try vault.pair(for: "maria"), new)
        }
    }
}

import Foundation
import SecureStore
import XCTest

@testable import SecureStoreFleet

/// Servers that speak the protocol badly: every call ends in time, and none takes much memory.
final class HostileServerTests: XCTestCase {
    private static let patience = Duration.milliseconds(150)
    /// Far more than the patience, for a machine that is busy.
    private static let most = Duration.seconds(20)

    private func fleet(
        at server: FakeServer, _ settings: String = "", patience: Duration = patience
    ) throws -> FleetServer {
        try FleetServer(
            "host=127.0.0.1 port=\(server.port) user=maria password=unusual-words dbname=x sslmode=disable "
                + "gssencmode=disable \(settings)", fleet: random(16), patience: patience)
    }

    /// The most memory that this process has had since ``forgetPeak()``, in MiB.
    private func peak() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try XCTUnwrap(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try XCTUnwrap(line.split(separator: " ").dropFirst().first.flatMap { Int($0) }) / 1_024
    }

    private func forgetPeak() throws {
        try Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
    }

    private func call(_ number: Int, _ fleet: FleetServer) throws {
        switch number {
        case 0: _ = try fleet.looking { (look) throws(StoreError) in try look.newest() }
        case 1: _ = try fleet.hosts()
        default: _ = try fleet.numberAfter(0, waitingAtMost: Self.patience)
        }
    }

    /// Asserts that every kind of call ends with an error or an answer, and soon.
    private func assertEnds(
        _ script: FakeServer.Script, _ name: String, growing limit: Int = 200, line: UInt = #line
    ) throws {
        let server = try FakeServer(script)
        defer { server.end() }
        try forgetPeak()
        let before = try peak()
        for number in 0..<3 {
            let start = ContinuousClock.now
            do { try call(number, try fleet(at: server)) } catch {
                XCTAssertFalse("\(error)".contains("unusual"), "\(error)", line: line)
            }
            XCTAssertLessThan(ContinuousClock.now - start, Self.most, "\(name) \(number)", line: line)
        }
        // A sanitizer holds on to memory that was freed.
        if !Effort.isThinned { XCTAssertLessThan(try peak() - before, limit, "\(name): MiB", line: line) }
    }

    private func script(_ once: [UInt8], forEver: [UInt8] = []) -> FakeServer.Script {
        FakeServer.Script(once: once, forEver: forEver)
    }

    func test_answers_asTheyShouldBe_areTaken() throws {
        let server = try FakeServer(script(Wire.head(5)))
        defer { server.end() }
        let newest = try fleet(at: server).looking { (look) throws(StoreError) in try look.newest() }
        XCTAssertEqual(newest, KeptState(number: 5, keysVersion: 1, box: [1]))
    }

    func test_login_atServerThatAsksForThePassword_keepsItIfBindingIsRequired() throws {
        for (setting, isTold) in [("disable", true), ("require", false)] {
            let server = try FakeServer(
                FakeServer.Script(once: Wire.asksForPassword, isAtLogin: true, hearsAnswer: true))
            defer { server.end() }
            XCTAssertThrowsError(try call(1, try fleet(at: server, "channel_binding=\(setting)")))
            XCTAssertEqual(server.heard.contains("unusual-words"), isTold, setting)
        }
    }

    func test_messages_withoutEnd_endTheCall() throws {
        for (name, message) in [
            ("notices", Wire.notice), ("news", Wire.news),
            ("parameters", Wire.message("S", Wire.text("a") + Wire.text("b"))),
        ] {
            for (isAtLogin, trickle) in [(false, nil), (true, nil), (true, 5)] as [(Bool, UInt32?)] {
                try assertEnds(
                    FakeServer.Script(forEver: message, trickle: trickle, isAtLogin: isAtLogin),
                    "\(name) \(isAtLogin) \(trickle ?? 0)")
            }
        }
    }

    /// Nothing that comes behind the server's consent is an answer yet.
    func test_login_withoutEnd_endsLongBeforeThePatience() throws {
        let consent = Wire.message("R", Wire.number(Int32(0)))
        for message in [Wire.news, Wire.message("S", Wire.text("a") + Wire.text("b"))] {
            let server = try FakeServer(
                FakeServer.Script(once: consent, forEver: message, isAtLogin: true))
            defer { server.end() }
            XCTAssertThrowsError(try fleet(at: server, patience: .seconds(10)).hosts()) { error in
                XCTAssert("\(error)".contains("more than any login"), "\(error)")
            }
        }
    }

    func test_rows_withoutEnd_endLongBeforeThePatience() throws {
        let row = Wire.row([[UInt8](repeating: 1, count: 1 << 10), nil])
        let server = try FakeServer(script(Wire.parsed + Wire.columns([17, 20]), forEver: row))
        defer { server.end() }
        XCTAssertThrowsError(try fleet(at: server, patience: .seconds(600)).hosts()) { error in
            XCTAssertEqual((error as? StoreError)?.status, .decode, "\(error)")
        }
    }

    func test_rows_withoutEnd_endTheCall() throws {
        let row = Wire.row([Wire.number(Int64(1)), Wire.number(Int64(1)), nil, nil])
        try assertEnds(script(Wire.parsed + Wire.columns([20, 20, 17, 20]), forEver: row), "rows")
        try assertEnds(
            script(Wire.parsed + Wire.columns([20, 20, 17, 20]), forEver: Wire.row([[], nil])), "other rows")
    }

    /// The rows of a cursor, of which each has a time of its own.
    func test_rows_withoutEnd_whereSomeWereFetched_endTheCall() throws {
        let declared = Wire.parsed + Wire.message("n", []) + Wire.done("DECLARE CURSOR")
        let begun = Wire.head(5) + declared + declared + Wire.parsed + Wire.columns([20, 17])
        let server = try FakeServer(script(begun, forEver: Wire.row([Wire.number(Int64(1)), nil])))
        defer { server.end() }
        let start = ContinuousClock.now
        XCTAssertThrowsError(
            try fleet(at: server, patience: .seconds(600)).looking { (look) throws(StoreError) in
                try look.eachRow(after: 0) { _, _ in }
            }
        ) { error in XCTAssertEqual((error as? StoreError)?.status, .decode, "\(error)") }
        XCTAssertLessThan(ContinuousClock.now - start, Self.most)
    }

    /// The rows behind small ones may be large, and each batch has one time-out.
    func test_rows_behindSmallOnes_areFetchedTwiceAsManyAtMost() throws {
        let declared = Wire.parsed + Wire.message("n", []) + Wire.done("DECLARE CURSOR")
        let begun = Wire.head(5) + declared + declared + Wire.parsed + Wire.columns([20, 17])
        let rows = (1...16).flatMap { Wire.row([Wire.number(Int64($0)), nil]) }
        let server = try FakeServer(
            FakeServer.Script(once: begun + rows + Wire.done("FETCH 16") + Wire.ready, hearsAnswer: true))
        defer { server.end() }
        XCTAssertThrowsError(
            try fleet(at: server, patience: .seconds(1)).looking { (look) throws(StoreError) in
                try look.eachRow(after: 0) { _, _ in }
            })
        let fetches = server.heard.matches(of: /FETCH \d+ FROM rows/).map { String($0.output) }
        XCTAssertEqual(fetches, ["FETCH 16 FROM rows", "FETCH 32 FROM rows"])
    }

    func test_links_beyondWhatWasAskedFor_areRefused() throws {
        let row = Wire.row([Wire.number(Int64(7)), random(32)])
        let answer = Wire.parsed + Wire.columns([20, 17]) + row + Wire.done("SELECT 1") + Wire.ready
        let server = try FakeServer(script(Wire.head(5) + answer))
        defer { server.end() }
        XCTAssertThrowsError(
            try fleet(at: server, patience: .seconds(20)).looking { (look) throws(StoreError) in
                try look.links(after: 1)
            }
        ) { error in XCTAssertEqual((error as? StoreError)?.status, .decode, "\(error)") }
    }

    /// The server says which of the identifiers a request has, by its place among them.
    func test_requests_atPlacesThatWereNotAskedFor_areRefused() throws {
        for place: Int64 in [0, 2, 65, .max] {
            let row = Wire.row([Wire.number(place), random(40)])
            let answer = Wire.parsed + Wire.columns([20, 17]) + row + Wire.done("SELECT 1") + Wire.ready
            let server = try FakeServer(script(answer))
            defer { server.end() }
            XCTAssertThrowsError(
                try fleet(at: server, patience: .seconds(20)).requests([random(16)]), "\(place)"
            ) { error in XCTAssertEqual((error as? StoreError)?.status, .decode, "\(error)") }
        }
    }

    func test_message_ofAGigabyte_thatDoesNotCome_endsTheCall() throws {
        let start = Wire.parsed + Wire.columns([20, 20, 17, 20])
        for type in ["D", "T", "E", "N", "A"] as [Character] {
            let some = [UInt8](repeating: 1, count: 1 << 20)
            try assertEnds(script(start + Wire.message(type, some, length: 1 << 30)), "\(type)")
        }
    }

    func test_messages_ofWrongLengthsAndTypes_endTheCall() throws {
        for type in "1234567890ABCDEGHIKNRSTVWZcdnpstv?" {
            for length: Int32 in [0, 4, -1, .max] {
                let message = Wire.message(type, [0, 1, 0, 2], length: length)
                try assertEnds(script(message), "\(type) \(length)")
                try assertEnds(FakeServer.Script(once: message, isAtLogin: true), "\(type) \(length) first")
            }
        }
    }
}

import XCTest

/// A disk that gives an error for what it has.
final class DiskErrorTests: CommandTestCase {
    /// Runs a command on a disk that fails some of these calls, or only those on the file at this path.
    private func shell(
        _ line: String, failing calls: String, on path: String? = nil, when: String,
        by fault: String = "error=EIO"
    ) throws -> Outcome {
        let tracer = try Tool("strace").path
        try XCTSkipIf(isThinned, "the sanitizers read what they like")
        let place = path.map { "-P \($0)" } ?? ""
        let injection = "-e trace=\(calls) -e inject=\(calls):\(fault):when=\(when)"
        return try shell("\(tracer) -f -o /dev/null \(place) \(injection) \(line)")
    }

    func test_list_fromADiskThatCannotBeRead_doesNotCallTheStoreDamaged() throws {
        XCTAssertEqual(try run("init").code, 0)
        var refused = 0
        // The first reads are those of the program's libraries.
        for number in 3...14 {
            let outcome = try shell("securestore list", failing: "pread64", when: "\(number)+")
            guard outcome.code != 0 else { continue }
            XCTAssertTrue(outcome.errors.contains("(io, -36)"), outcome.errors)
            refused += 1
        }
        XCTAssertGreaterThan(refused, 0)
    }

    func test_get_fromAJournalThatCannotBeRead_doesNotCallTheStoreDamaged() throws {
        XCTAssertEqual(try run("init").code, 0)
        let killed = try shell(
            "sh -c 'printf secret | securestore set mail maria --stdin'", failing: "pwrite64",
            on: defaultPath, when: "1", by: "signal=KILL")
        XCTAssertNotEqual(killed.code, 0)
        var refused = 0
        while refused < 100 {
            let outcome = try shell(
                "securestore get mail maria", failing: "pread64", on: defaultPath + "-wal",
                when: "\(refused + 1)+")
            if outcome.code == 0 {
                XCTAssertEqual(outcome.text, "secret")
                break
            }
            XCTAssertTrue(outcome.errors.contains("(io, -36)"), outcome.errors)
            refused += 1
        }
        // As many reads as the journal's check and the look-up need.
        XCTAssertGreaterThan(refused, 12)
    }

    func test_set_whoseLookAtTheStoreFails_leavesWhatItSays() throws {
        XCTAssertEqual(try run("init").code, 0)
        XCTAssertEqual(try run("set", "mail", "maria", "--stdin", input: Data("0".utf8)).code, 0)
        var (expected, refused) = ("0", 0)
        for number in 1...60 {
            let outcome = try shell(
                "-P \(defaultPath) sh -c 'printf \(number) | securestore set mail maria --stdin'",
                failing: "newfstatat", when: "\(number)")
            if outcome.code == 0 { expected = "\(number)" } else { refused += 1 }
            XCTAssertEqual(try run("get", "mail", "maria").text, expected, outcome.errors)
        }
        XCTAssertGreaterThan(refused, 0)
    }

    func test_set_whoseJournalIndexCannotGrow_callsNoDiskFullThatIsNot() throws {
        XCTAssertEqual(try run("init").code, 0)
        for (number, status) in ["EIO": "(io, -36)", "ENOSPC": "(diskFull, -34)"] {
            let outcome = try shell(
                "sh -c 'printf secret | securestore set mail maria --stdin'", failing: "pwrite64",
                on: defaultPath + "-shm", when: "1+", by: "error=\(number)")
            XCTAssertTrue(outcome.errors.contains(status), outcome.errors)
        }
    }

    func test_restore_toADiskThatCannotBeWritten_namesWhatItKept() throws {
        XCTAssertEqual(try run("init").code, 0)
        XCTAssertEqual(try run("set", "mail", "maria", "--stdin", input: Data("secret".utf8)).code, 0)
        XCTAssertEqual(try run("backup", "copy").code, 0)
        let folder = URL(fileURLWithPath: defaultPath).deletingLastPathComponent().path
        var (named, undone) = (0, 0)
        for number in stride(from: 6, through: 60, by: 3) {
            let outcome = try shell(
                "securestore restore copy --yes", failing: "pwrite64", when: "\(number)")
            let kept = try FileManager.default.contentsOfDirectory(atPath: folder)
                .filter { $0.hasSuffix(".replaced") }
            XCTAssertEqual(try run("get", "mail", "maria").text, "secret", "at write \(number)")
            guard let name = kept.first else {
                if outcome.code != 0 { undone += 1 }
                continue
            }
            XCTAssertEqual(kept.count, 1, "at write \(number)")
            XCTAssertNotEqual(outcome.code, 0, "at write \(number)")
            XCTAssertTrue(outcome.errors.contains(name), outcome.errors)
            try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
            named += 1
        }
        XCTAssertGreaterThan(named, 0)
        XCTAssertGreaterThan(undone, 0)
    }

    func test_backup_toADiskThatLosesIt_leavesNothingUnverified() throws {
        XCTAssertEqual(try run("init").code, 0)
        var refused = 0
        for number in 1...12 {
            let outcome = try shell(
                "securestore backup copy\(number)", failing: "fsync,fdatasync", when: "\(number)")
            if outcome.code != 0 { refused += 1 }
            let left = try FileManager.default.contentsOfDirectory(atPath: temporary)
            XCTAssertEqual(left.filter { $0.hasSuffix(".unverified") }, [], "at write \(number)")
        }
        XCTAssertGreaterThan(refused, 2)
    }
}

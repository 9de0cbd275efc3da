import XCTest

/// A disk that gives an error for what it has.
final class DiskErrorTests: CommandTestCase {
    func test_list_fromADiskThatCannotBeRead_doesNotCallTheStoreDamaged() throws {
        let tracer = try Tool("strace").path
        try XCTSkipIf(isThinned, "the sanitizers read what they like")
        XCTAssertEqual(try run("init").code, 0)
        var refused = 0
        // The first reads are those of the program's libraries.
        for number in 3...14 {
            let fault = "-e trace=pread64 -e inject=pread64:error=EIO:when=\(number)+"
            let outcome = try shell("\(tracer) -f -o /dev/null \(fault) securestore list")
            guard outcome.code != 0 else { continue }
            XCTAssertTrue(outcome.errors.contains("(io, -36)"), outcome.errors)
            refused += 1
        }
        XCTAssertGreaterThan(refused, 0)
    }
}

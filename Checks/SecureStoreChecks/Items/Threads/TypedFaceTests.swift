import Foundation
import XCTest

/// Tests of what the typed face must not let through the compiler.
final class TypedFaceTests: XCTestCase {
    private struct Row {
        let name: String
        let code: String
        let compiles: Bool
        let line: UInt
        init(_ name: String, _ code: String, compiles: Bool, line: UInt = #line) {
            (self.name, self.code, self.compiles, self.line) = (name, code, compiles, line)
        }
    }

    func test_code_withAttributeOfAnotherClass_doesNotCompile() throws {
        let rows = [
            Row("own", "_ = Query<InternetPassword>().where(.port, equals: 443)", compiles: true),
            Row("other class", "_ = Query<GenericPassword>().where(.port, equals: 443)", compiles: false),
            Row(
                "other type", "_ = Query<InternetPassword>().where(.port, equals: \"https\")", compiles: false
            ),
            Row("change", "_ = Changes<KeyItem>().set(.service, to: \"mail\")", compiles: false),
            Row(
                "identity by itself", "func f(_ s: ItemStore, _ i: IdentityItem) throws { try s.add(i) }",
                compiles: false),
            Row(
                "kept transaction", "func f(_ t: borrowing Transaction) { let kept: Any = t; _ = kept }",
                compiles: false
            ),
            Row("new identity", "func f(_ p: GenericPassword) { p.service = \"x\" }", compiles: false),
        ]
        try check(rows)
    }

    /// Fails once a compiler infers what a closure throws: then the guide has a section less.
    func test_closureThatDoesNotSayWhatItThrows_inFunctionThatThrowsStoreError_doesNotCompile() throws {
        func body(_ name: String, _ call: String, compiles: Bool = false, line: UInt = #line) -> Row {
            let function =
                "func f(_ s: ItemStore, _ i: GenericPassword) async throws(StoreError) { _ = try \(call) }"
            return Row(name, function, compiles: compiles, line: line)
        }
        try check([
            body("statement", "await s.transaction { changes in try changes.add(i) }"),
            body("statements", "await s.transaction { c in try c.set(i); try c.delete(i) }"),
            body("typed", "await s.transaction { c throws(StoreError) in try c.add(i) }", compiles: true),
            body("made", "await s.getOrCreate(i) { try SecretBytes.random(count: 32) }"),
            body("evaluated", "await s.getOrCreate(i, secret: .random(count: 32))", compiles: true),
            body("performed", "await s.perform { store in try store.secret(of: i) }"),
            body("awaited", "await s.secret(of: i)", compiles: true),
        ])
    }

    func test_callInAsyncCode_withoutAwait_doesNotCompile() throws {
        func body(_ name: String, _ call: String, compiles: Bool = false, line: UInt = #line) -> Row {
            let function = "func f(_ s: ItemStore, _ i: GenericPassword) async throws { _ = \(call) }"
            return Row(name, function, compiles: compiles, line: line)
        }
        try check([
            body("not awaited", "try s.secret(of: i)"),
            body("autoclosure", "try await i.label == nil || s.contains(i)"),
            body("closure", "try [i].map { try s.contains($0) }", compiles: true),
        ])
    }

    private func check(_ rows: [Row]) throws {
        let compiler = try Tool("swiftc")
        for row in rows {
            XCTAssertEqual(try compiles(row.code, with: compiler), row.compiles, row.name, line: row.line)
        }
    }

    /// Type-checks a line against the module that was built with these tests.
    private func compiles(_ code: String, with compiler: Tool) throws -> Bool {
        let products = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent()
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).swift")
        try Data("import SecureStore\n\(code)\n".utf8).write(to: file)
        defer { XCTAssertNoThrow(try FileManager.default.removeItem(at: file)) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: compiler.path)
        let maps = ["CSecureStorePlatform", "CSecureStoreSQLite", "CSecureStoreSodium"].flatMap {
            ["-Xcc", "-fmodule-map-file=\(Repository.path("Sources/\($0)/module.modulemap"))"]
        }
        process.arguments =
            [
                "-typecheck", "-swift-version", "6", "-I",
                products.appendingPathComponent("Modules").path,
            ]
            + maps + [file.path]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}

import Foundation
import XCTest

/// Reads the comments of what is public: each says what it is for, and a call when it throws.
///
/// A comment's lines are those that stand in the file, so that a line, an empty one and another sentence are
/// three. The median is over calls and types: a constant, a property or a case needs no more than its line,
/// and there are more of them than of all others.
final class PublicCommentTests: XCTestCase {
    private static let products = [
        "KeychainServices", "SecureStore", "SecureStoreCertificates", "SecureStoreFleet",
        "SecureStoreTesting", "TokenVault",
    ]

    // Read once: it takes a second.
    private static let read = Result {
        let paths = try SourceFile.paths().filter { $0.hasSuffix(".swift") }
        return try products.map { product in
            let symbols = try paths.filter { $0.hasPrefix("Sources/\(product)/") }.flatMap { path in
                let file = SourceFile.repository.appendingPathComponent(path)
                return PublicSymbol.all(in: try String(contentsOf: file, encoding: .utf8), at: path)
            }
            return (product: product, symbols: symbols)
        }
    }

    private func median(_ symbols: [PublicSymbol]) -> Int {
        let lines = symbols.map(\.comment.count).sorted()
        return lines.isEmpty ? 0 : lines[lines.count / 2]
    }

    func test_commentsOfCallsAndTypes_haveThreeLinesInTheMiddle() throws {
        for (product, all) in try Self.read.get() {
            let (calls, types) = (all.filter { $0.kind == .call }, all.filter { $0.kind == .type })
            print(
                "\(product): \(all.count) public symbols with a median of \(median(all)) lines,",
                "\(calls.count) calls with \(median(calls)), \(types.count) types with \(median(types))")
            XCTAssertGreaterThanOrEqual(median(calls), 3, product)
            XCTAssertGreaterThanOrEqual(median(types), 3, product)
        }
    }

    func test_callsThatThrow_sayWhen() throws {
        let silent = try Self.read.get().flatMap(\.symbols).filter { $0.isThrowing && !$0.saysWhenItThrows }
        XCTAssertEqual(silent.map { "\($0.place) \($0.name)" }, [])
    }

    func test_comments_sayMoreThanTheName() throws {
        let repeated = try Self.read.get().flatMap(\.symbols).filter(\.repeatsItsName)
        XCTAssertEqual(repeated.map { "\($0.place) \($0.name): \($0.comment.joined())" }, [])
    }

    func test_symbols_ofASource_areThoseWithAComment() {
        let text = """
            /// The thing.
            public protocol Thing {
                /// Reads all.
                ///
                /// Throws if it cannot.
                @discardableResult
                func readAll(_ body: () throws -> Void) throws(StoreError) -> Int
            }
                /// Runs once.
                public func runOnce(_ body: () throws -> Void) {
                /// Runs on.
                public func run(
                    on thing: Thing
                ) async throws {
                func runHidden() throws(StoreError) {
                public init() {
                /// HTTPS.
                public static let https = 443
            """
        let symbols = PublicSymbol.all(in: text, at: "a")
        XCTAssertEqual(symbols.map(\.name), ["Thing", "readAll", "runOnce", "run", "https"])
        XCTAssertEqual(symbols.map(\.comment.count), [1, 3, 1, 1, 1])
        XCTAssertEqual(symbols.map(\.isThrowing), [false, true, false, true, false])
        XCTAssertEqual(symbols.map(\.saysWhenItThrows), [false, true, false, false, false])
        XCTAssertEqual(symbols.map(\.repeatsItsName), [true, false, true, true, false])
    }
}

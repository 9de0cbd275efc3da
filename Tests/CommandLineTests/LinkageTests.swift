import Foundation
import XCTest

/// What the store makes a program load.
///
/// The command is the smallest program there is with all of the package in it.
final class LinkageTests: XCTestCase {
    func test_command_loadsEssentialsAndNotFoundation() throws {
        let libraries = try libraries(of: "securestore")
        XCTAssertEqual(libraries.filter { $0.contains("Foundation") }, ["libFoundationEssentials.so"])
    }

    func test_command_loadsTheThreeLibrariesItStandsOn() throws {
        let libraries = try libraries(of: "securestore").filter {
            $0.hasPrefix("libsodium.") || $0.hasPrefix("libsqlite3.") || $0.hasPrefix("libcrypto.")
        }
        let names = libraries.map { $0.prefix { $0 != "." } }.sorted()
        XCTAssertEqual(names, ["libcrypto", "libsodium", "libsqlite3"])
    }

    func test_readmeProgram_loadsNoFoundationEither() throws {
        XCTAssertFalse(try libraries(of: "ReadmeProgram").contains("libFoundation.so"))
    }

    func test_programWithAVault_loadsNoFoundationEither() throws {
        let libraries = try libraries(of: "VaultProgram")
        XCTAssertEqual(libraries.filter { $0.contains("Foundation") }, ["libFoundationEssentials.so"])
    }

    func test_libraries_ofProgramWithFoundation_nameIt() throws {
        let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let libraries = try SharedLibraries(of: URL(fileURLWithPath: bundle)).names
        XCTAssertTrue(libraries.contains("libFoundation.so"), "\(libraries)")
    }

    private func libraries(of product: String) throws -> [String] {
        try SharedLibraries(of: try CommandTestCase.builtProduct(product)).names
    }
}

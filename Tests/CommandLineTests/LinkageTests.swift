import Foundation
import XCTest

/// Tests of what the store makes a program load.
///
/// The command is the smallest program there is with all of the package in it.
final class LinkageTests: CommandTestCase {
    func test_command_loadsEssentialsAndNotFoundation() throws {
        let libraries = try libraries(of: "securestore")
        XCTAssertEqual(libraries.filter { $0.contains("Foundation") }, ["libFoundationEssentials.so"])
    }

    func test_command_isLinkedWithTheTwoLibrariesItStandsOn() throws {
        let libraries = try libraries(of: "securestore").filter {
            $0.hasPrefix("libsodium.") || $0.hasPrefix("libsqlite3.") || $0.hasPrefix("libcrypto.")
        }
        let names = libraries.map { $0.prefix { $0 != "." } }.sorted()
        XCTAssertEqual(names, ["libsodium", "libsqlite3"])
    }

    func test_command_isNotLinkedWithLibpq_andTheOneForFleetsIs() throws {
        XCTAssertFalse(try libraries(of: "securestore").contains { $0.hasPrefix("libpq") })
        XCTAssertTrue(try libraries(of: "securestore-fleet").contains { $0.hasPrefix("libpq.") })
    }

    /// The libraries that the program loads while it runs, as the dynamic linker tells it.
    private func loading(_ words: String...) throws -> String {
        let program = try Self.builtProduct("securestore")
        let outcome = try run(program, words, ["LD_DEBUG": "files"])
        XCTAssertEqual(outcome.code, 0)
        return outcome.errors
    }

    func test_get_doesNotLoadLibcrypto() throws {
        XCTAssertEqual(try run("set", "mail", "maria", "--stdin", input: Data("horse".utf8)).code, 0)
        let loaded = try loading("get", "mail")
        XCTAssertTrue(loaded.contains("libsqlite3.so"), loaded)
        XCTAssertFalse(loaded.contains("libcrypto.so"), loaded)
    }

    func test_keyGenerate_loadsLibcrypto() throws {
        XCTAssertEqual(try run("init").code, 0)
        XCTAssertTrue(try loading("key", "generate", "web").contains("libcrypto.so.3"))
    }

    /// The same program with the name of a library that is nowhere.
    private func withoutLibcrypto() throws -> URL {
        let program = try Self.builtProduct("securestore")
        let copy = URL(fileURLWithPath: temporary + "/securestore")
        try FileManager.default.copyItem(at: program, to: copy)
        XCTAssertEqual(try shell("sed -i 's/libcrypto\\.so\\.3/libnowhere.so3/g' '\(copy.path)'").code, 0)
        return copy
    }

    func test_whatNeedsLibcrypto_whereItIsMissing_saysWhichPackageHasIt() throws {
        let address = Data("otpauth://totp/a?secret=JBSWY3DP".utf8)
        XCTAssertEqual(try run("set", "a", "--stdin", input: address).code, 0)
        let program = try withoutLibcrypto()
        let identity = ["identity", "generate", "web", "--subject", "CN=web"]
        for words in [["otp", "a"], ["key", "generate", "a"], identity] {
            let outcome = try run(program, words)
            XCTAssertEqual(outcome.code, 127)
            let start = "securestore: error: this needs libnowhere.so3 of OpenSSL, which cannot be loaded ("
            XCTAssertTrue(outcome.errors.hasPrefix(start), outcome.errors)
            XCTAssertTrue(outcome.errors.hasSuffix("in the package libssl3\n"), outcome.errors)
        }
        XCTAssertEqual(try run(program, ["get", "a"]).output, address)
    }

    func test_doctor_whereLibcryptoIsMissing_advisesToInstallIt() throws {
        XCTAssertEqual(try run("init").code, 0)
        let advice = try run(try withoutLibcrypto(), ["doctor"]).text
        XCTAssertTrue(
            advice.contains("advice: libnowhere.so3 of OpenSSL is not installed, which one-time"), advice)
        XCTAssertTrue(
            advice.contains("  hint: install it; Debian and Ubuntu have it in the package libssl3"), advice)
        XCTAssertFalse(try run("doctor").text.contains("OpenSSL"))
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

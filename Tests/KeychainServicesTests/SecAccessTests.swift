import Foundation
import KeychainServices
import SecureStore
import XCTest

/// Access lists of macOS, which are kept and not enforced.
final class SecAccessTests: XCTestCase {
    private func program(_ path: String?) throws -> SecTrustedApplication {
        var program: SecTrustedApplication?
        XCTAssertEqual(unsafe SecTrustedApplicationCreateFromPath(path, &program), errSecSuccess)
        return try XCTUnwrap(program)
    }

    private func path(_ program: SecTrustedApplication) -> String? {
        var data: CFData?
        XCTAssertEqual(unsafe SecTrustedApplicationCopyData(program, &data), errSecSuccess)
        return data.flatMap { String(data: $0 as Data, encoding: .utf8) }
    }

    // MARK: - Programs

    func test_program_keepsItsPath() throws {
        XCTAssertEqual(path(try program("/usr/bin/env")), "/usr/bin/env")
        XCTAssertEqual(path(try program(nil)), CommandLine.arguments.first)
    }

    func test_program_withPathThatIsNone_answersParam() throws {
        for path: [CChar] in [[0], [-1, 0]] {
            var program: SecTrustedApplication? = try program("/usr/bin/env")
            XCTAssertEqual(unsafe SecTrustedApplicationCreateFromPath(path, &program), errSecParam)
            XCTAssertNil(program)
        }
    }

    // MARK: - Lists

    private func access(_ name: String, _ programs: CFArray?) -> SecAccess? {
        var access: SecAccess?
        XCTAssertEqual(unsafe SecAccessCreate(name as CFString, programs, &access), errSecSuccess)
        return access
    }

    func test_access_isEqualByNameAndPrograms() throws {
        let programs = [try program("/usr/bin/env")] as NSArray
        XCTAssertEqual(access("web", programs), access("web", programs))
        XCTAssertNotEqual(access("web", programs), access("mail", programs))
        XCTAssertNotEqual(access("web", programs), access("web", []))
        XCTAssertNotEqual(access("web", []), access("web", nil), "all programs, or the one that calls")
    }

    func test_access_ofSomethingElse_answersParam() {
        var access = access("web", nil)
        XCTAssertEqual(unsafe SecAccessCreate("web", ["/usr/bin/env"] as NSArray, &access), errSecParam)
        XCTAssertNil(access)
    }

    func test_typeIDs_areThoseOfTheObjects() throws {
        XCTAssertEqual(CFGetTypeID(access("web", nil)), SecAccessGetTypeID())
        XCTAssertEqual(CFGetTypeID(try program(nil)), SecTrustedApplicationGetTypeID())
    }

    func test_itemWithAccess_isStored() throws {
        KeychainStore.use(try ItemStore.inMemory())
        defer { KeychainStore.useDefault() }
        let item: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrService: "web",
            kSecAttrAccess: try XCTUnwrap(access("web", nil)),
        ]
        XCTAssertEqual(SecItemAdd(item as CFDictionary, nil), errSecSuccess)
    }
}

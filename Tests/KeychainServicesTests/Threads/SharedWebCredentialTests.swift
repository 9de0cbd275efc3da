import Foundation
import KeychainServices
import XCTest

/// Shared web credentials, of which only the generator of passwords is there.
final class SharedWebCredentialTests: XCTestCase {
    func test_add_answersUnimplemented() {
        let answered = expectation(description: "answered")
        SecAddSharedWebCredential("host.example", "maria", "secret") { error in
            XCTAssertEqual(error?.code, Int(errSecUnimplemented))
            answered.fulfill()
        }
        wait(for: [answered], timeout: 60)
    }

    func test_request_answersUnimplementedAndNothing() {
        let answered = expectation(description: "answered")
        SecRequestSharedWebCredential(nil, nil) { credentials, error in
            XCTAssertNil(credentials)
            XCTAssertEqual(error?.code, Int(errSecUnimplemented))
            answered.fulfill()
        }
        wait(for: [answered], timeout: 60)
    }

    func test_createPassword_hasFourGroupsOfEveryKind() throws {
        for _ in 0..<200 {
            let password = try XCTUnwrap(SecCreateSharedWebCredentialPassword()) as String
            XCTAssertEqual(password.split(separator: "-").map(\.count), [3, 3, 3, 3])
            XCTAssertTrue(password.contains { $0.isUppercase })
            XCTAssertTrue(password.contains { $0.isLowercase })
            XCTAssertTrue(password.contains { $0.isNumber })
        }
    }

    func test_createPassword_isNewEachTime() {
        let passwords = (0..<200).compactMap { _ in SecCreateSharedWebCredentialPassword() }
        XCTAssertEqual(Set(passwords).count, 200)
    }
}

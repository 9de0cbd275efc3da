import XCTest

@testable import SecureStore

/// New stores whose passphrases cost what they usually do.
final class DefaultStoreTests: DefaultStoreTestCase {
    func test_newStores_withSourceOfThePassphrase_takeIt() throws {
        set("SECURESTORE_PASSPHRASE_FILE", try write("phrase", "correct horse".utf8))
        try assertNewStores("file", .success(.passphrase))
        let item = password("maria")
        try openOrCreateDefault().set(item, secret: secret("one"))
        XCTAssertEqual(try openDefault().secret(of: item)?.text, "one")
    }
}

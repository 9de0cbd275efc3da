import SecureStore
import XCTest

final class StoreErrorTests: XCTestCase {
    func test_init_withStatus_keepsStatus() {
        XCTAssertEqual(StoreError(.io, "disk on fire").status, .io)
    }

    func test_init_withReason_keepsReason() {
        XCTAssertEqual(StoreError(.io, "disk on fire").reason, "disk on fire")
    }

    func test_equals_withSameStatusAndOtherReason_isTrue() {
        XCTAssertEqual(StoreError(.param, "port 65536"), StoreError(.param, "port -1"))
    }

    func test_equals_withOtherStatusAndSameReason_isFalse() {
        XCTAssertNotEqual(StoreError(.param, "mail.store"), StoreError(.io, "mail.store"))
    }

    func test_hash_ofEqualErrors_agrees() {
        XCTAssertEqual(
            StoreError(.param, "port 65536").hashValue,
            StoreError(.param, "port -1").hashValue
        )
    }

    func test_insert_ofEqualErrorsIntoSet_keepsOne() {
        let errors: Set = [StoreError(.param, "port 65536"), StoreError(.param, "port -1")]
        XCTAssertEqual(errors.count, 1)
    }

    func test_insert_ofUnequalErrorsIntoSet_keepsBoth() {
        let errors: Set = [StoreError(.param, "mail.store"), StoreError(.io, "mail.store")]
        XCTAssertEqual(errors.count, 2)
    }

    func test_description_withNamedStatus_isStatusThenReason() {
        let error = StoreError(.duplicateItem, "mail is taken")
        XCTAssertEqual("\(error)", "duplicateItem (-25299): mail is taken")
    }

    func test_description_withUnknownStatus_isNumberThenReason() {
        let error = StoreError(StoreStatus(rawValue: -1234), "database aborted")
        XCTAssertEqual("\(error)", "status -1234: database aborted")
    }

    func test_localizedDescription_isTheDescription() {
        let error: any Error = StoreError(.duplicateItem, "mail is taken")
        XCTAssertEqual(error.localizedDescription, "duplicateItem (-25299): mail is taken")
    }

    func test_throw_asTypedError_arrivesWithStatusAndReason() {
        func fail() throws(StoreError) { throw StoreError(.readOnly, "mail.store") }
        XCTAssertThrowsError(try fail()) { error in
            XCTAssertEqual((error as? StoreError)?.status, .readOnly)
            XCTAssertEqual((error as? StoreError)?.reason, "mail.store")
        }
    }
}

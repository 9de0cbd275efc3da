import SecureStore
import XCTest

/// The default store after a rotation that was interrupted.
final class InterruptedRotationTests: DamagedStoreTestCase {
    private let told = "a rotation has begun and not ended: some items still have the old keys"

    override func setUpWithError() throws {
        try super.setUpWithError()
        try makeStore(ofItems: 3)
        XCTAssertThrowsError(try defaultStore().rotateKeys { $0.done > 3 ? .cancel : .proceed }) { error in
            XCTAssertEqual((error as? StoreError)?.status, .userCanceled)
        }
    }

    func test_infoAndDoctor_afterInterruptedRotation_mentionItUntilItIsFinished() throws {
        let hint = "securestore rotate finishes it, if no program is at it"
        let info = try run("info").text
        XCTAssertTrue(info.contains("\nnext        \(told): \(hint)\n"), info)
        let doctor = try run("doctor")
        XCTAssertTrue(doctor.text.hasPrefix("problem: \(told)\n  hint: \(hint)\n"), doctor.text)
        XCTAssertEqual(doctor.code, 1)
        XCTAssertEqual(try run("rotate").text, "new keys for 3 items\n")
        for command in ["info", "doctor"] { XCTAssertFalse(try run(command).text.contains("rotation has")) }
    }

    func test_doctor_afterDamageToo_doesNotAdviseARotationThatWouldFail() throws {
        try damageAllLeaves()
        let doctor = try run("doctor")
        XCTAssertTrue(doctor.text.contains("problem: the store is damaged"), doctor.text)
        XCTAssertFalse(doctor.text.contains("rotate"), doctor.text)
    }
}

import Dispatch
import SecureStore
import XCTest

@testable import SecureStoreCLI

/// Tests of git's helper while another one is at work on the same login.
final class GitBesideGitTests: XCTestCase {
    private func message(_ password: Int) throws -> GitMessage {
        try GitMessage(
            SecretBytes(utf8: "protocol=https\nhost=forge.example\nusername=maria\npassword=\(password)\n"))
    }

    func test_answer_whileTheLoginBecomesAnother_isTheOneBefore() throws {
        let meanwhile = Meanwhile()
        var options = StoreOptions()
        options.interceptor = meanwhile
        let git = GitCredentials(store: try ItemStore.inMemory(options: options))
        try git.keep(message(1))
        let store = git.store
        let new = try SecretBytes(utf8: "2")
        meanwhile.run {
            try store.update(
                Query<InternetPassword>().where(.account, equals: "maria"),
                Changes().set(.account, to: "anna").secret(new))
        }
        let question = try GitMessage(SecretBytes(utf8: "protocol=https\nhost=forge.example\n"))
        let answer = try GitMessage(XCTUnwrap(git.answer(to: question)))
        XCTAssertTrue(meanwhile.isDone)
        XCTAssertEqual(answer.username, "maria")
        XCTAssertEqual(answer.password, try SecretBytes(utf8: "1"))
    }

    func test_erase_ofARefusedPassword_leavesOneThatAnotherHelperKeepsMeanwhile() throws {
        let git = GitCredentials(store: try ItemStore.inMemory(options: DeletedLogins.options()))
        try git.keep(message(0))
        for number in 1...500 {
            let (old, new) = (try message(number - 1), try message(number))
            DispatchQueue.concurrentPerform(iterations: 2) { turn in
                do { if turn == 0 { try git.erase(old) } else { try git.keep(new) } } catch {
                    XCTFail("\(error)")
                }
            }
            let answer = try XCTUnwrap(git.answer(to: new), "round \(number)")
            XCTAssertEqual(try GitMessage(answer).password, new.password)
            // Refused ones are kept, and would make each round slower than the one before.
            try git.store.deleteIfPresent(DeletedLogins.query(InternetPassword.self))
        }
    }
}

import Foundation
import XCTest

/// git itself, with the helper, and git's own server on this machine, which knows two users.
final class GitServerTests: CommandTestCase {
    override func setUpWithError() throws {
        try super.setUpWithError()
        _ = try Tool("git")
        _ = try Tool("python3")
    }

    func test_clone_forSeveralUsersOfAHost_takesThePasswordOfEach() throws {
        let lines = try session(
            """
            GIT_ASKPASS=./ask clone maria; GIT_ASKPASS=./ask clone anna
            clone maria; clone anna; clone eva
            """)
        XCTAssertEqual(
            lines, ["maria cloned", "anna cloned", "maria cloned", "anna cloned", "eva refused"])
    }

    func test_push_withTheStoredPassword_isAnswered() throws {
        let lines = try session(
            """
            store maria one; clone maria; cd clone
            git -c user.name=m -c user.email=m@forge.example commit -q --allow-empty -m first
            git push -q origin HEAD && git ls-remote -q origin | wc -l
            """)
        XCTAssertEqual(lines, ["maria cloned", "2"])
    }

    func test_clone_withAPasswordThatExpired_isRefused() throws {
        let lines = try session(
            """
            store maria one 'password_expiry_utc=1\\n'; clone maria
            store maria one "password_expiry_utc=$(($(date +%s) + 3600))\\n"; clone maria
            """)
        XCTAssertEqual(lines, ["maria refused", "maria cloned"])
    }

    func test_clone_withAPasswordThatTheServerTakesNoMore_forgetsIt() throws {
        XCTAssertEqual(
            try session("store maria old; store anna two; clone maria; clone anna"),
            ["maria refused", "anna cloned"])
        XCTAssertTrue(try run("list").text.contains(" anna "))
        XCTAssertFalse(try run("list").text.contains(" maria "))
    }

    /// Of a login that expired, the next helper gets the token that makes a new one.
    func test_clone_withAnExpiredLogin_handsItsRefreshTokenToTheNextHelper() throws {
        let version = try shell("git version").text
        let numbers = version.split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }
        guard numbers.starts(with: [2]) == false || numbers.count > 1 && numbers[1] >= 41 else {
            throw XCTSkip("git before 2.41 hands no refresh token on")
        }
        let lines = try session(
            """
            printf '#!/bin/sh\\ngrep -q oauth_refresh_token=again && echo password=one\\n' > renew; chmod +x renew
            git config --global --add credential.helper "$PWD/renew"
            store maria old 'password_expiry_utc=1\\noauth_refresh_token=again\\n'; clone maria
            """)
        XCTAssertEqual(lines, ["maria cloned"])
    }

    /// The lines that a script prints, which has a server for maria, whose password is `one`, and anna, whose
    /// is `two`.
    ///
    /// `clone USER` clones without a person who could be asked but for `ask`; `store USER PASSWORD FIELDS`
    /// does what git does with a password that worked.
    private func session(_ script: String) throws -> [String] {
        let start = #"""
            git config --global credential.helper securestore
            printf '#!/bin/sh\ncase "$1" in *maria*) echo one ;; *) echo two ;; esac\n' > ask; chmod +x ask
            clone() {
                rm -rf clone
                git clone -q "http://$1@$HOST/$1.git" clone 2> error && echo "$1 cloned" || echo "$1 refused"
            }
            store() {
                printf "protocol=http\nhost=$HOST\nusername=$1\npassword=$2\n$3" | git-credential-securestore store
            }

            """#
        let environment = [
            "PATH": names + ":" + Tool.searchPath, "GIT_CONFIG_NOSYSTEM": "1", "GIT_TERMINAL_PROMPT": "0",
            "GIT_ASKPASS": "/bin/false",
        ]
        let outcome = try run(
            python: "git_server.py", ["maria:one", "anna:two", start + script], environment)
        XCTAssertEqual(outcome.code, 0, outcome.errors)
        return outcome.text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }
}

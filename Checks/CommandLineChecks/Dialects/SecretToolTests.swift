import Foundation
import XCTest

/// The `secret-tool` of libsecret, with a keyring of GNOME on a bus of its own, and ours.
final class SecretToolTests: CommandTestCase {
    func test_calls_ofBothPrograms_sayTheSame() throws {
        let (bus, theirs) = (try Tool("dbus-run-session"), try Tool("secret-tool"))
        _ = try Tool("gnome-keyring-daemon")
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../Support/secret_tool.sh").path
        let unlock = "printf '\\n' | gnome-keyring-daemon --unlock --components=secrets > /dev/null 2>&1"
        let settings = "export LC_ALL=C.UTF-8 XDG_RUNTIME_DIR=\"$PWD\""
        let expected = try shell(
            "\(settings); '\(bus.path)' -- sh -c \"\(unlock); sh '\(script)' '\(theirs.path)'\" 2> errors")
        let found = try shell("\(settings); sh '\(script)' '\(names)/secret-tool' 2> errors")
        XCTAssertGreaterThan(expected.text.split(separator: "\n").count, 70, expected.text)
        XCTAssertEqual(found.text, expected.text)
    }

    func test_lookup_withTheRuntimeDirectoryOfAnotherUser_looksInTheStoreAlone() throws {
        try XCTSkipUnless(geteuid() == 0, "only root can give a directory away")
        let tool = "'\(names)/secret-tool'"
        let found = try shell(
            """
            mkdir -m 700 run; export XDG_RUNTIME_DIR="$PWD/run"
            for place in default session; do printf $place | \(tool) store -c $place --label=x in all; done
            chown -R 1 run; \(tool) lookup in all
            """)
        XCTAssertEqual([found.text, found.errors], ["default", ""])
    }
}

import XCTest

/// The Secret Service as it is started, enabled and ended: `Support/bus_programs.py` has the scenarios.
final class ServiceProgramTests: BusTestCase {
    private func run(_ scenario: String) throws { try run(scenario, of: "bus_programs.py") }

    func test_exec_runsAProgramThatHasNoChildAndTakesTheServiceWithIt() throws {
        _ = try Tool("strace")
        try run("beside")
    }

    func test_exec_withAPassphrase_keepsItFromProgramAndBus() throws {
        _ = try Tool("secret-tool")
        try run("withheld")
    }

    func test_exec_withAPassphraseInADescriptor_unlocks() throws { try run("descriptor") }

    func test_exec_withoutAService_doesNotBegin() throws { try run("failing") }

    func test_userManager_startsTheUnitWhenAProgramAsks() throws {
        _ = try Tool("systemd", in: "/lib/systemd")
        let prefix = try mountingPrefix() + ["--fork", "--pid", "--mount-proc", "--cgroup"]
        try run("managed", of: "bus_programs.py", through: prefix)
    }

    func test_enable_hasTheBusStartTheService() throws { try run("enabled") }

    func test_status_ofAServiceWhoseProgramWasReplaced_knowsIt() throws { try run("upgraded") }

    func test_idleService_endsWhenNothingIsLost() throws { try run("idle") }

    func test_import_ofGnomeKeyring_hasAllOfItOnceAndTakesOver() throws {
        _ = try Tool("gnome-keyring-daemon")
        try run("moved")
    }

    func test_import_ofKeePassXC_hasAllThatItShows() throws {
        for name in ["keepassxc", "keepassxc-cli"] { _ = try Tool(name) }
        try run("keepassxc")
    }

    func test_import_ofASourceThatMeansHarm_endsInTimeAndStoresNothing() throws { try run("hostileSources") }

    func test_import_ofNobody_saysSo() throws { try run("nobody") }

    func test_unit_isUnderstoodBySystemd() throws {
        let systemd = try Tool("systemd-analyze")
        let enabled = try run("secret-service", "enable")
        XCTAssertEqual(enabled.code, 0, enabled.errors)
        let unit = home + "/.config/systemd/user/securestore-secret-service.service"
        let outcome = try run(
            URL(fileURLWithPath: systemd.path), ["verify", "--user", "--man=no", unit],
            ["XDG_RUNTIME_DIR": temporary])
        // The rest is about other units of this machine.
        XCTAssertFalse(outcome.errors.contains("securestore-secret-service"), outcome.errors)
    }

    func test_packagedFiles_areThoseThatEnableWrites() throws {
        XCTAssertEqual(try run("secret-service", "enable").code, 0)
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../Packaging")
        for path in [
            ".local/share/dbus-1/services/org.freedesktop.secrets.service",
            ".config/systemd/user/securestore-secret-service.service",
        ] {
            let written = try String(contentsOfFile: "\(home)/\(path)", encoding: .utf8)
            let name = URL(fileURLWithPath: path).lastPathComponent
            let packaged = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            let program = try Self.builtProduct("securestore-secret-service").resolvingSymlinksInPath().path
            // Without the line that tells whose it is.
            let text = written.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
            XCTAssertEqual(
                text.joined(separator: "\n").replacing(program, with: "/usr/bin/securestore-secret-service"),
                packaged)
        }
    }
}

import Foundation
import XCTest

/// Runs the sessions in `FleetTranscripts`, in which machines of a fleet work and lose something; the server
/// is a real one.
///
/// `one`, `two` and `new` run a command on a machine, which has a home of its own. `typed QUESTION ANSWER
/// COMMAND` is somebody at a terminal. `follow MACHINE` begins to follow there; what it says is in
/// `MACHINE.log`, its number in `MACHINE.pid`, and its exit code at last in `MACHINE.end`. `soon COMMAND`
/// repeats a command until it succeeds, for half a minute. `server crash` and `server start` are the server's
/// end and start, and `server kill` ends each of its processes with SIGKILL.
final class FleetBackupTests: FleetServerTestCase {
    func test_everyVerb_worksOnAMachineOfAFleet() throws { try run(session: "every-verb.txt") }

    func test_invitations_letMachinesInWithoutAPerson() throws { try run(session: "invitations.txt") }

    func test_lostStore_isRestoredWithTheDeviceKey() throws { try run(session: "lost-store.txt") }

    func test_lostMachine_isRestoredOnANewOneWithARecoveryCode() throws {
        try run(session: "lost-machine.txt")
    }

    func test_lostDeviceKey_isFoundAndSaid() throws { try run(session: "lost-device-key.txt") }

    func test_damagedState_isWrittenAgainByTheMachineThatHasSeenMost() throws {
        try run(session: "damaged-state.txt")
    }

    func test_serverThatWentBack_isWrittenAnewByTheMachineThatHasSeenMost() throws {
        try run(session: "went-back.txt")
    }

    func test_follow_takesInWhatOthersChange_andEndsAsItIsAsked() throws { try run(session: "follow.txt") }

    func test_threeHosts_whoseServerIsKilledInAChange_loseNothing() throws {
        try run(session: "three-hosts.txt")
    }

    func test_machinesThatOnlyRead_followAndAreRefusedChanges() throws { try run(session: "read-only.txt") }

    func test_latest_isReadFromTheServerOrNotAtAll() throws { try run(session: "latest.txt") }

    private func run(session name: String) throws {
        _ = try Tool.python(with: "pty", "termios")
        try makePrograms()
        let transcript = try XCTUnwrap(Transcript.all(in: "FleetTranscripts").first { $0.name == name })
        for step in transcript.transcript.steps {
            let outcome = try shell(
                step.command, input: Data(step.input.utf8), ["SECURESTORE_FLEET_SERVER": settings])
            let text = outcome.text.replacing(SessionTests.progress, with: "")
            let shown = Outcome(code: outcome.code, output: Data(text.utf8), errors: outcome.errors)
            let difference = try step.difference(from: shown, ["temporary": temporary])
            if let difference { XCTFail("\(name):\(step.line): \(difference)") }
        }
    }

    /// Makes the machines, and what runs on them.
    private func makePrograms() throws {
        for machine in ["one", "two", "new"] {
            try FileManager.default.createDirectory(
                atPath: "\(temporary)/\(machine)", withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700])
            try makeProgram(machine, "HOME=\(temporary)/\(machine) exec \"$@\"")
        }
        // It outlives the shell, and would keep open what the test waits for.
        let closing = "for n in /proc/self/fd/*; do n=${n##*/}; [ $n -lt 3 ] || eval \"exec $n>&-\"; done"
        let started = "timeout 120 $0 sh -c \"echo \\$\\$ > $0.pid; exec securestore fleet follow\""
        try makeProgram(
            "follow",
            "rm -f $1.*; exec bash -c '\(closing); { \(started); echo $? > $0.end; } > /dev/null 2> $0.log &' $1"
        )
        try makeProgram(
            "soon", "for try in $(seq 300); do \"$@\" && exit 0; sleep 0.1; done 2> /dev/null; exit 1")
        let killing = "p=$(head -n 1 '\(directoryOfServer)/data/postmaster.pid'); kill -STOP $p"
        let killed = "kill -9 $(ps -o pid= --ppid $p) $p; while kill -0 $p 2> /dev/null; do sleep 0.05; done"
        try makeProgram(
            "server",
            "[ $1 != kill ] || { \(killing); \(killed); exit; }; exec '\(TrialServer.script.path)' $1 '\(directoryOfServer)'"
        )
        try makeProgram("sql", "exec psql -qAt \"$SECURESTORE_FLEET_SERVER\" -c \"$1\"")
        let terminal = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../Support/terminal.py").path
        try makeProgram("typed", "q=$1 a=$2; shift 2; exec python3 '\(terminal)' \"$q\" \"$a\" -- \"$@\"")
    }

    private func makeProgram(_ name: String, _ line: String) throws {
        let path = "\(names)/\(name)"
        try Data("#!/bin/sh\n\(line)\n".utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    }
}

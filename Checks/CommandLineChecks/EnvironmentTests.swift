import Foundation
import XCTest

/// The command where little of a usual system is there.
final class EnvironmentTests: CommandTestCase {
    private let programs = NamedProgram.all(keeping: "one")

    /// Runs what follows as a user who has no rights at all.
    private static let asNobody = "setpriv --reuid 65534 --regid 65534 --clear-groups"

    /// Copies of the command, under all its names, where another user may go: the build's own folder may be
    /// closed.
    private func makeCopies() throws -> String {
        let copies = temporary + "/copies"
        let program = try Self.builtProduct("securestore").path
        let line =
            "mkdir \(copies); cp \(program) \(copies)/command; chmod 711 . \(copies); chmod 755 \(copies)/command"
        XCTAssertEqual(try shell(line).code, 0)
        try NamedProgram.link(in: copies, to: copies + "/command")
        return copies
    }

    // MARK: - Random numbers

    func test_init_withoutGetrandom_takesTheDeviceOrEndsWithoutAStore() throws {
        let (tracer, program) = (try Tool("strace").path, try Self.builtProduct("securestore").path)
        let trace = "\(tracer) -f -o /dev/null -e trace=getrandom -e inject=getrandom:error=EPERM"
        // From the eleventh call on, libsodium has made its choice.
        let late = try shell("\(trace):when=11+ \(program) init --store \(home)/late.store")
        XCTAssertNotEqual(late.code, 0)
        XCTAssertFalse(FileManager.default.fileExists(atPath: home + "/late.store"))
        XCTAssertEqual(try shell("\(trace) \(program) init --store \(home)/early.store").code, 0)
        XCTAssertTrue(FileManager.default.fileExists(atPath: home + "/early.store"))
    }

    // MARK: - Homes

    func test_anyName_withoutHome_findsTheHomeOfTheUserDatabaseOrWhatIsNamed() throws {
        let place = ["SECURESTORE_PATH": home + "/a.store", "SECURESTORE_DEVICE_KEY_FILE": home + "/a.key"]
        for program in programs {
            XCTAssertEqual(try store(program, through: "env -u HOME", place).code, 0, program.name)
            let found = try find(program, through: "env -u HOME", place)
            XCTAssertEqual(found, Outcome(code: 0, output: Data(program.answer.utf8), errors: ""))
        }
    }

    func test_anyName_inHomeThatIsNoDirectory_saysWhatIsInTheWay() throws {
        // Root writes everywhere, but not below a file.
        for program in programs {
            let outcome = try store(program, ["HOME": "/dev/null"])
            XCTAssertNotEqual(outcome.code, 0, program.name)
            XCTAssertTrue((outcome.text + outcome.errors).contains("/dev/null"), outcome.errors)
        }
        XCTAssertEqual(try run("get", "mail", environment: ["HOME": "/dev/null"]).code, 221)
    }

    func test_anyName_inHomeThatCannotBeWritten_findsAndSaysThatItCannotStore() throws {
        let mount = try mountingPrefix().joined(separator: " ")
        for program in programs { XCTAssertEqual(try store(program).code, 0, program.name) }
        let readOnly = "\(mount) sh -c 'mount --bind -o ro \(home) \(home) && exec \"$0\" \"$@\"'"
        for program in programs {
            let outcome = try store(program, through: readOnly)
            XCTAssertNotEqual(outcome.code, 0, program.name)
            let said = outcome.text + outcome.errors
            XCTAssertTrue(said.contains("Read-only file system"), "\(program.name): \(said)")
            XCTAssertEqual(try find(program, through: readOnly).text, program.answer)
        }
    }

    func test_readers_inHomeThatCannotBeWritten_readIt() throws {
        let mount = try mountingPrefix().joined(separator: " ")
        XCTAssertEqual(try run("set", "mail", "--stdin", input: Data("one".utf8)).code, 0)
        let readOnly = "\(mount) sh -c 'mount --bind -o ro \(home) \(home) && exec \"$0\" \"$@\"' securestore"
        let lines = [
            "list", "info", "verify", "exec --env A=mail -- true", "backup \(temporary)/copy", "slot list",
            "unlock", "lock",
        ]
        for line in lines {
            let outcome = try shell("\(readOnly) \(line)")
            XCTAssertEqual(outcome.code, 0, "\(line): \(outcome.text)\(outcome.errors)")
        }
        XCTAssertEqual(try shell("\(readOnly) delete mail").code, 195)
    }

    // MARK: - Users

    func test_anyName_asAnotherUser_keepsAndFindsInItsOwnHome() throws {
        try XCTSkipUnless(geteuid() == 0, "only root can become another user")
        _ = try Tool("setpriv")
        let copies = try makeCopies()
        XCTAssertEqual(try shell("mkdir -m 700 own; chown 65534:65534 own").code, 0)
        let prefix = "\(Self.asNobody) env HOME=\(temporary)/own PATH=\(copies)"
        for program in programs {
            let stored = try store(program, through: prefix)
            XCTAssertEqual(stored.code, 0, "\(program.name): \(stored.text)\(stored.errors)")
            XCTAssertEqual(try find(program, through: prefix).text, program.answer)
        }
    }

    func test_anyName_asRootInAnothersHome_adviceTakesNothingAway() throws {
        try XCTSkipUnless(geteuid() == 0, "only root has another user's home")
        XCTAssertEqual(try shell("mkdir -m 700 own; chown 65534:65534 own").code, 0)
        for program in programs {
            let outcome = try store(program, through: "HOME=\(temporary)/own")
            XCTAssertNotEqual(outcome.code, 0, program.name)
            let said = outcome.text + outcome.errors
            XCTAssertTrue(said.contains("run this as that user"), said)
            XCTAssertFalse(said.contains("chown") || said.contains("chmod"), said)
        }
        let findings = try shell("HOME=\(temporary)/own securestore doctor").text
        XCTAssertFalse(findings.isEmpty || findings.contains("chown") || findings.contains("chmod"), findings)
    }

    func test_get_inDirectoryOfRootThatOthersCanWrite_isToldToKeepTheStoreElsewhere() throws {
        try XCTSkipUnless(geteuid() == 0, "only root can become another user")
        _ = try Tool("setpriv")
        let copies = try makeCopies()
        let outcome = try shell(
            "mkdir -m 777 open; chmod 777 open; \(Self.asNobody) \(copies)/securestore get --store $PWD/open/a mail"
        )
        XCTAssertEqual(outcome.code, 221)
        XCTAssertTrue(outcome.errors.contains("(mode 777); keep it elsewhere (inv"), outcome.errors)
    }

    func test_anyName_asAnotherUser_isRefusedTheStore() throws {
        try XCTSkipUnless(geteuid() == 0, "only root can become another user")
        _ = try Tool("setpriv")
        let copies = try makeCopies()
        for program in programs { XCTAssertEqual(try store(program).code, 0, program.name) }
        let path = home + "/.local/share/securestore/default.securestore"
        XCTAssertEqual(try shell("chmod 711 \(home)").code, 0)
        for program in programs {
            let outcome = try find(
                program,
                through: "\(Self.asNobody) env HOME=/nonexistent SECURESTORE_PATH=\(path) PATH=\(copies)")
            XCTAssertNotEqual(outcome.code, 0, program.name)
            XCTAssertFalse(outcome.text.contains("one"), outcome.text)
            XCTAssertTrue((outcome.text + outcome.errors).contains("Permission denied"), outcome.errors)
        }
    }

    // MARK: - Nothing else

    func test_anyName_withNothingButTheProgramAndItsLibraries_works() throws {
        let mount = try mountingPrefix().joined(separator: " ")
        try XCTSkipIf(isThinned, "the sanitizers need /proc")
        // The loader names every library, those of Swift included.
        let script = """
            set -e
            mkdir root; mount -t tmpfs none root
            mkdir -m 755 root/dev root/home root/names
            for file in $(ldd \(try Self.builtProduct("securestore").path) | grep -o '/[^ ]*'); do
                mkdir -p "root$(dirname "$file")"; cp -L "$file" "root$file"
            done
            cp \(try Self.builtProduct("securestore").path) root/names/command
            for name in $(ls \(names)); do ln -s command root/names/$name; done
            mount -t tmpfs none root/home; mount -o remount,ro root  # A volume in a root that is only read.
            export HOME=/home
            run() { name=$1; shift; chroot root /names/$name "$@"; }
            \(programs.map(Self.session).joined(separator: "\n"))
            """
        try Data(script.utf8).write(to: URL(fileURLWithPath: temporary + "/session.sh"))
        let outcome = try shell("\(mount) sh session.sh")
        let answers = programs.map(\.answer).joined(separator: "\n--\n") + "\n--\n"
        XCTAssertEqual(outcome, Outcome(code: 0, output: Data(answers.utf8), errors: ""))
    }

    func test_securityAdd_whereThereIsNoProc_warnsOfAPasswordOnTheCommandLine() throws {
        let mount = try mountingPrefix().joined(separator: " ")
        try XCTSkipIf(isThinned, "the sanitizers need /proc")
        let add = "security add-generic-password -a a -s web -w one"
        let outcome = try shell("\(mount) sh -c 'mount -t tmpfs none /proc && exec \(add)'")
        XCTAssertEqual(outcome.code, 0)
        XCTAssertEqual(outcome.errors, "warning: other programs can read a password on the command line\n")
    }

    /// Lines of the shell that keep and find a program's secret by the function `run`.
    private static func session(of program: NamedProgram) -> String {
        let line = { (words: [String], input: String) in
            "printf %s '\(input)' | run \(program.name) \(words.joined(separator: " "))"
        }
        return line(program.storeWords, program.storeInput) + "\n"
            + line(program.findWords, program.findInput)
            + "\nprintf '\\n--\\n'"
    }

    func test_get_intoAPipeThatDoesNotWait_waitsForItsReader() throws {
        let secret = Data(repeating: UInt8(ascii: "a"), count: 1 << 20)
        XCTAssertEqual(try run("set", "mail", "--stdin", input: secret).code, 0)
        // dd leaves the pipe so that its writers do not wait.
        let outcome = try shell(
            "{ dd oflag=nonblock if=/dev/null status=none; securestore get mail; } | { sleep 1; wc -c; }")
        XCTAssertEqual(outcome.text, "\(secret.count)\n", outcome.errors)
        XCTAssertEqual(outcome.errors, "")
    }

    func test_delete_onAFullDisk_namesTheWayThatNeedsLessRoom() throws {
        let mount = try mountingPrefix().joined(separator: " ")
        let script = """
            mkdir disk; mount -t tmpfs -o size=2M,mode=700 none disk
            export SECURESTORE_PATH=$PWD/disk/a; securestore init > log
            {
                echo name,url,username,password
                for i in $(seq 300); do echo mail$i,https://mail$i.example,maria,horse; done
            } > logins.csv
            securestore import logins.csv > log
            dd if=/dev/zero of=disk/rest bs=4k 2> log; truncate -s -256k disk/rest
            securestore delete mail1.example maria --yes; echo $?
            securestore delete mail1.example maria --yes --now; echo $?
            """
        let outcome = try shell("\(mount) sh -c '\(script)'")
        XCTAssertEqual(outcome.text, "222\n1 item deleted\n0\n", outcome.errors)
        XCTAssertTrue(outcome.errors.contains("hint: --now deletes it for good"), outcome.errors)
    }

    func test_set_inAFileThatIsMountedByItself_isRefused() throws {
        let mount = try mountingPrefix().joined(separator: " ")
        let script = """
            mkdir -m 700 host box; securestore init --store host/a > log; touch box/a
            mount --bind host/a box/a
            for path in box/a host/a; do
                printf horse | securestore set mail --stdin --store $PWD/$path; echo $?
            done
            mount -o remount,bind,ro box/a; securestore get mail --store $PWD/box/a; echo
            printf horse | securestore set mail --stdin --store $PWD/box/a; echo $?
            umount box/a; printf horse | securestore set mail --stdin --store $PWD/host/a; echo $?
            """
        let outcome = try shell("\(mount) sh -c '\(script)'")
        XCTAssertEqual(outcome.text, "221\n0\nhorse\n195\n0\n", outcome.errors)
        XCTAssertTrue(outcome.errors.contains("is mounted by itself"), outcome.errors)
    }

    func test_secretsInFiles_whereModesAreNotKept_areRefusedAndLeaveNothing() throws {
        let (mount, tool) = (try mountingPrefix().joined(separator: " "), try Tool("bindfs").path)
        try XCTSkipUnless(FileManager.default.isWritableFile(atPath: "/dev/fuse"), "/dev/fuse is missing")
        let script = """
            printf horse | securestore set mail --stdin; securestore key generate web > key.log
            mkdir -m 700 stick modes; echo "{{ securestore://mail }}" > file
            \(tool) --perms=a+rX --chmod-ignore stick modes
            securestore inject file -o modes/a; securestore key export web --unencrypted -o modes/b
            securestore export modes/c --format json --yes; securestore backup modes/d
            securestore init --store $PWD/modes/e; ls -A stick; fusermount -u modes
            \(tool) --create-for-user=nobody --chown-ignore stick modes; securestore inject file -o modes/a
            ls -A stick; fusermount -u modes
            """
        let outcome = try shell("\(mount) sh -c '\(script)'")
        XCTAssertEqual(outcome.text, "", outcome.errors)
        XCTAssertEqual(outcome.errors.components(separatedBy: "keeps no modes").count, 7, outcome.errors)
    }

    func test_secretsInFiles_onAFullDisk_endWithItsCode() throws {
        let mount = try mountingPrefix().joined(separator: " ")
        let script = """
            head -c 500000 /dev/zero | tr "\\\\0" a | securestore set mail --stdin
            mkdir disk; mount -t tmpfs -o size=100k,mode=700 none disk; echo "{{ securestore://mail }}" > file
            securestore inject file -o disk/a; echo $?
            securestore export disk/b --format json --yes; echo $?; securestore get mail > /dev/full; echo $?
            mount -o remount,ro disk; securestore inject file -o disk/a; echo $?; ls disk
            """
        let outcome = try shell("\(mount) sh -c '\(script)'")
        XCTAssertEqual(outcome.text, "222\n222\n222\n195\n", outcome.errors)
    }

    func test_list_intoAPipeThatCloses_endsQuietly() throws {
        _ = try run("set", "mail", "--stdin", input: Data("one".utf8))
        let outcome = try shell("securestore list | true")
        XCTAssertEqual(outcome, Outcome(code: 0, output: Data(), errors: ""))
    }

    func test_get_ofSmallStore_takesLittleWork() throws {
        _ = try run("set", "mail", "--stdin", input: Data("one".utf8))
        var times: [Int] = []
        for _ in 0..<15 {
            let before = processorTimeOfChildren()
            XCTAssertEqual(try run("get", "mail").text, "one")
            times.append(processorTimeOfChildren() - before)
        }
        let median = times.sorted()[times.count / 2]
        print("securestore get: median \(median) us of processor time, without optimisation")
        // Generous, as memory is slower when others use the machine: what it keeps away is a library that
        // takes its time to load.
        XCTAssertLessThan(median, isThinned ? 2_000_000 : 50_000)
    }

    /// Microseconds that the programs worked which this one has started and waited for.
    private func processorTimeOfChildren() -> Int {
        var usage = rusage()
        XCTAssertEqual(unsafe getrusage(RUSAGE_CHILDREN.rawValue, &usage), 0)
        return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1_000_000
            + usage.ru_utime.tv_usec + usage.ru_stime.tv_usec
    }
}

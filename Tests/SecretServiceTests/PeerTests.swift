import Foundation
import SecureStoreCLI
import XCTest

@testable import SecureStoreSecretService

/// The program behind a connection, as the kernel describes it.
final class PeerTests: XCTestCase {
    private let own = ProcessInfo.processInfo.processIdentifier

    private func view() throws -> Peer.View { try XCTUnwrap(Peer.View(XCTUnwrap(ProcessFolder(own)))) }

    func test_peer_ofThisProcess_isItsProgram() throws {
        let peer = try XCTUnwrap(Peer(own, beside: try view()) { true })
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        XCTAssertEqual(peer.executable, program)
        XCTAssertEqual(peer.process, own)
        XCTAssertFalse(peer.isApart)
        XCTAssertTrue(peer.cgroup.hasPrefix("/"))
        XCTAssertNil(peer.flatpak)
    }

    func test_peer_withNothingToCompareWith_countsAsOneInASandbox() throws {
        XCTAssertEqual(Peer(own, beside: nil) { true }?.isApart, true)
    }

    func test_peer_ofAProcessThatIsGone_isNone() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sleep")
        process.arguments = ["60"]
        try process.run()
        let folder = try XCTUnwrap(ProcessFolder(process.processIdentifier))
        process.terminate()
        process.waitUntilExit()
        // The folder is of that process for ever, whoever has its number now.
        XCTAssertNil(folder.text("cgroup"))
        XCTAssertNil(folder.link("exe"))
        XCTAssertNil(Peer(process.processIdentifier, beside: try view()) { true })
        XCTAssertNil(Peer(own, beside: try view()) { false })
        XCTAssertNil(ProcessFolder(0))
    }

    func test_peer_ofAProcessThatNobodyHasWaitedFor_isNone() throws {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        // It ends when its parent is a program that waits for nobody, which a shell may do.
        let child = "while ! grep -qx sleep /proc/$$/comm; do :; done"
        process.arguments = ["-c", "\(child) & echo $!; exec sleep 60"]
        process.standardOutput = output
        try process.run()
        defer { process.terminate() }
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let ended = try XCTUnwrap(Int32(line.dropLast()))
        let folder = try XCTUnwrap(ProcessFolder(ended))
        while folder.link("exe") != nil { usleep(1_000) }
        XCTAssertNotNil(folder.text("stat"))
        XCTAssertNil(Peer(ended, beside: try view()) { true })
    }

    func test_cgroup_inEveryHierarchy_isSystemds() {
        XCTAssertEqual(Peer.cgroup(in: "0::/user.slice/a.scope\n"), "/user.slice/a.scope")
        XCTAssertEqual(Peer.cgroup(in: "4:memory:/x\n1:name=systemd:/a:b.service\n0::/\n"), "/a:b.service")
        // The carriage return is a part of the name.
        XCTAssertEqual(Peer.cgroup(in: "0::/a\r\n1:name=systemd:/b\n"), "/a\r")
        for text in ["", "0::", "nonsense", "1:cpu:/x"] {
            XCTAssertTrue(["/", ""].contains(Peer.cgroup(in: text)), text)
        }
    }

    func test_unit_isTheInnermostThatStartsPrograms() {
        let slice = "/user.slice/user-1000.slice/user@1000.service"
        XCTAssertEqual(Peer(cgroup: slice + "/app.slice/mail.service").unit, "mail.service")
        XCTAssertEqual(Peer(cgroup: slice + "/app.slice/a.service/b.scope/c").unit, "b.scope")
        XCTAssertNil(Peer(cgroup: slice).unit)
        XCTAssertEqual(Peer(cgroup: "/snap.mail.app.service").snap, "mail")
        XCTAssertNil(Peer(cgroup: "/snapper.mail.app.service").snap)
    }

    func test_application_inFlatpaksFile_isThatOfItsSection() {
        XCTAssertEqual(Peer.application(in: "[Application]\nname=org.example.Mail\n"), "org.example.Mail")
        XCTAssertNil(Peer.application(in: "[Runtime]\nname=org.example.Mail\n"))
        XCTAssertNil(Peer.application(in: ""))
    }

    func test_path_ofAReplacedProgram_isTheSame() {
        XCTAssertEqual(SecretServiceOwner.path("/usr/bin/a (deleted)"), "/usr/bin/a")
        XCTAssertEqual(SecretServiceOwner.path("/usr/bin/a"), "/usr/bin/a")
    }

    func test_owner_whoseFileCannotBeSeen_isKnownByTheStartOfItsName() {
        let program = CommandLine.arguments[0].split(separator: "/").last ?? ""
        XCTAssertTrue(SecretServiceOwner(process: own).text.hasSuffix(program), "by its file otherwise")
        func owner(_ name: String) -> SecretServiceOwner { .init(process: own, file: nil, shortName: name) }
        XCTAssertTrue(owner("gnome-keyring-d").isGnomeKeyring)
        XCTAssertTrue(owner("securestore-sec").isOurs)
        XCTAssertFalse(owner("securestore").isOurs)
        XCTAssertFalse(SecretServiceOwner(process: own, file: "/a/securestore-sec", shortName: "a").isOurs)
    }

    func test_program_withAnEscapeInItsName_isHarmless() {
        XCTAssertEqual(Peer(executable: "/tmp/a\u{1b}[2J").program, "/tmp/a?[2J")
        XCTAssertEqual(Peer(flatpak: "org.example", isApart: true).program, "Flatpak org.example")
    }
}

import Foundation
import XCTest

/// git itself, with the helper, and a server on this machine that wants a password.
final class GitCloneTests: CommandTestCase {
    private var python = ""

    override func setUpWithError() throws {
        try super.setUpWithError()
        _ = try Tool("git")
        python = try Tool("python3").path
    }

    func test_clone_afterAPasswordWorked_isAnsweredByTheHelper() throws {
        XCTAssertEqual(
            try session(["right", "none"]),
            ["right: cloned", "none: cloned"])
    }

    func test_clone_afterAPasswordFailed_isNotAnsweredWithIt() throws {
        XCTAssertEqual(
            try session(["right", "change", "none", "none"]),
            ["right: cloned", "change: changed", "none: refused", "none: refused"])
        XCTAssertEqual(try run("list").text, "no items\n")
    }

    func test_get_whereGitIsToAskNobody_asksForNoPassphrase() throws {
        _ = try Tool.python(with: "pty", "termios")
        let helper = temporary + "/git-credential-securestore"
        try FileManager.default.createSymbolicLink(
            atPath: helper, withDestinationPath: Self.builtProduct("securestore").path)
        XCTAssertEqual(try run("init").code, 0)
        try setPassphrase("right")
        let script = "printf 'protocol=https\\nhost=mail.example\\n\\n' | \(helper) get"
        for (word, isAsked) in [("0", false), ("off", false), ("1", true)] {
            let dialogue = isAsked ? ["default.securestore: ", "right"] : []
            let outcome = try run(
                python: "terminal.py", dialogue + ["--", "/bin/sh", "-c", script],
                ["GIT_TERMINAL_PROMPT": word])
            let shown = outcome.text + outcome.errors
            XCTAssertEqual(shown.contains("GIT_TERMINAL_PROMPT says to ask nobody"), !isAsked, shown)
            XCTAssertTrue(shown.contains(isAsked ? "exit 0" : "exit 128"), shown)
        }
    }

    /// Clones once for each word: the person answers with the right password, or is not there at all.
    private func session(_ steps: [String]) throws -> [String] {
        let names = try Self.makeDirectory()
        defer { XCTAssertNoThrow(try FileManager.default.removeItem(atPath: names)) }
        try FileManager.default.createSymbolicLink(
            atPath: names + "/git-credential-securestore",
            withDestinationPath: Self.builtProduct("securestore").path)
        let outcome = try run(
            URL(fileURLWithPath: python), ["-c", Self.server] + steps,
            ["PATH": names + ":" + Tool.searchPath, "GIT_CONFIG_NOSYSTEM": "1", "GIT_TERMINAL_PROMPT": "0"])
        XCTAssertEqual(outcome.code, 0, outcome.errors)
        return outcome.text.split(separator: "\n").map(String.init)
    }

    /// Serves a repository as files, to the user `maria`, and runs git beside it.
    private static let server = #"""
        import base64, functools, http.server, os, subprocess, sys, threading

        password = "right"

        class Handler(http.server.SimpleHTTPRequestHandler):
            def do_GET(self):
                wanted = "Basic " + base64.b64encode(f"maria:{password}".encode()).decode()
                if self.headers.get("Authorization") == wanted:
                    return super().do_GET()
                self.send_response(401)
                self.send_header("WWW-Authenticate", "Basic realm=" + "a" * 60000)
                self.send_header("Content-Length", "0")
                self.end_headers()
            def log_message(self, *words):
                pass

        def git(*words, ask="/bin/false"):
            return subprocess.run(["git", *words], stdout=subprocess.DEVNULL, timeout=60,
                env=dict(os.environ, GIT_ASKPASS=ask)).returncode

        git("init", "--bare", "served/a.git")
        git("init", "work")
        git("-C", "work", "-c", "user.name=m", "-c", "user.email=m@forge.example",
            "commit", "--allow-empty", "-m", "first")
        git("-C", "work", "push", "../served/a.git", "HEAD:refs/heads/main")
        git("-C", "served/a.git", "symbolic-ref", "HEAD", "refs/heads/main")
        git("-C", "served/a.git", "update-server-info")
        with open("ask", "w") as ask:
            ask.write('#!/bin/sh\ncase "$1" in User*) echo maria ;; *) echo right ;; esac\n')
        os.chmod("ask", 0o755)
        server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(Handler, directory="served"))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_address[1]}/a.git"
        for place, step in enumerate(sys.argv[1:]):
            if step == "change":
                password, outcome = "another", "changed"
            else:
                code = git("-c", "credential.helper=securestore", "clone", "-q", address, f"clone{place}",
                    ask=os.path.abspath("ask") if step == "right" else "/bin/false")
                outcome = "refused" if code else "cloned"
            print(f"{step}: {outcome}")
        """#
}

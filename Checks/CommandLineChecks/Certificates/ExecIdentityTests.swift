import Foundation
import XCTest

/// A program that gets a certificate and a private key, and finds no file of either.
final class ExecIdentityTests: CertificateTestCase {
    /// A server of openssl's that answers one request; `client` is a further part of the client's command
    /// line.
    private func page(forClientThat client: String) throws -> String {
        try storeIdentity()
        return try session(
            """
            securestore exec --identity web.example -- timeout 30 openssl s_server -accept 127.0.0.1:0 -naccept 1 \
                -www -cert {certificate} -cert_chain {certificate} -key {key} > server.txt 2>&1 &
            for try in $(seq 300); do grep -q ^ACCEPT server.txt && break; sleep 0.05; done
            port=$(sed -n 's/^ACCEPT.*://p' server.txt)
            printf 'GET / HTTP/1.0\\r\\n\\r\\n' | timeout 20 openssl s_client -connect "127.0.0.1:$port" -quiet \
                -verify_return_error -CAfile root.pem \(client) 2>/dev/null | head -n 1 || true
            kill $! 2>/dev/null || true; wait
            """)
    }

    func test_server_withIdentity_isVerifiedByAClientThatHasTheRoot() throws {
        XCTAssertEqual(try page(forClientThat: "-verify_hostname web.example"), "HTTP/1.0 200 ok\r\n")
    }

    func test_server_withIdentityOfAnotherName_isRefused() throws {
        XCTAssertEqual(try page(forClientThat: "-verify_hostname other.example"), "")
    }

    func test_exec_withIdentity_writesNoFile() throws {
        let tracer = try Tool("strace").path
        try storeIdentity()
        let trace = try session(
            """
            \(tracer) -f -e trace=openat,open,creat,memfd_create,rename,linkat -o calls.txt \
                securestore exec -i web.example -- sh -c 'cat {certificate} {key} > /dev/null'
            grep -e O_WRONLY -e O_RDWR -e O_CREAT -e memfd calls.txt | grep -v -e ' = -1 ' -e /dev/null
            """)
        let lines = trace.split(separator: "\n")
        XCTAssertEqual(lines.filter { $0.contains("memfd_create") }.count, 2, trace)
        let written = lines.filter {
            !$0.contains("memfd") && !$0.contains(home + "/.local/share/securestore/")
        }
        XCTAssertEqual(written, [])
    }

    func test_exec_withIdentity_leavesNoKeyInTheStoresDirectory() throws {
        try storeIdentity()
        let outcome = try shell(
            "securestore exec -i web.example -- cat {key} | sed -n 2p > line; grep -rcFf line $HOME | grep -v ':0$'"
        )
        XCTAssertEqual(outcome.text, "")
    }

    func test_handedFile_isSealed() throws {
        _ = try Tool.python(with: "fcntl")
        let program = """
            import fcntl, os, sys
            file = int(sys.argv[1].rsplit("/", 1)[1])
            mode = os.fstat(file).st_mode & 0o777
            print(fcntl.fcntl(file, 1034) & 15, os.lseek(file, 0, os.SEEK_CUR), mode == 0o400)
            """
        try storeIdentity()
        XCTAssertEqual(
            try session("securestore exec -i web.example -- python3 -c '\(program)' {key}"), "15 0 True\n")
    }
}

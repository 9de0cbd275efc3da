import Foundation
import XCTest

/// Certificates, requests and keys that go to openssl and come from it.
final class CertificateCommandTests: CertificateTestCase {
    func test_request_answeredByAnAuthority_makesAnIdentity() throws {
        try storeIdentity()
        XCTAssertTrue(try session("securestore identity list").contains("\nweb.example  authority  "))
    }

    func test_request_readByOpenSSL_saysWhatWasAskedFor() throws {
        let text = try session(
            """
            securestore key generate web -t rsa2048 > told
            securestore key csr web --subject 'CN=web.example,O=A\\, B,C=DE' --dns a.example --dns b.example |
                openssl req -verify -noout -subject -text -nameopt RFC2253 2>&1
            """)
        for part in [
            "verify OK", "subject=CN=web.example,O=A\\, B,C=DE", "DNS:a.example, DNS:b.example", "2048 bit",
        ] {
            XCTAssertTrue(text.contains(part), text)
        }
    }

    func test_add_ofPipeWhoseWriterTakesItsTime_waitsForIt() throws {
        try makeAuthority()
        let text = try session(
            """
            mkfifo pipe; exec 3<>pipe
            { sleep 0.3; cat root.pem >&3; } & exec 3>&-
            securestore certificate add pipe
            """)
        XCTAssertTrue(text.hasPrefix("certificate 'root' stored"), text)
    }

    func test_add_ofAFileThatHasEachTwice_storesEachOnce() throws {
        let text = try session(
            """
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=web \
                -keyout web.key -out web.pem 2>/dev/null
            cat web.pem web.pem > two.pem; cat web.key web.pem web.key web.pem > pairs.pem
            securestore certificate add two.pem
            securestore identity add pairs.pem; rm web.key pairs.pem
            """)
        for part in ["certificate 'web' stored", "identity 'web' stored"] {
            XCTAssertTrue(text.contains(part), text)
        }
        XCTAssertEqual(text.split(separator: "\n").count, 2, text)
    }

    func test_identityRequest_asksForEveryNameOfTheCertificate() throws {
        try session(
            """
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=web \
                -addext subjectAltName=DNS:web.example,IP:192.0.2.1 -keyout web.key -out web.pem 2>/dev/null
            securestore identity add web.pem web.key; rm web.key
            """)
        let outcome = try shell("securestore identity csr web | openssl req -noout -text | grep DNS")
        XCTAssertEqual(
            outcome.text.trimmingCharacters(in: .whitespacesAndNewlines),
            "DNS:web.example, IP Address:192.0.2.1")
    }

    func test_chain_ofStoredCertificates_isVerifiedByOpenSSL() throws {
        try storeIdentity()
        let text = try session(
            """
            securestore certificate export web.example --chain -o chain.pem
            grep -c BEGIN chain.pem
            openssl verify -CAfile root.pem -untrusted chain.pem chain.pem
            """)
        XCTAssertEqual(text, "2\nchain.pem: OK\n")
    }

    func test_chain_withTwoAuthoritiesOfOneName_hasTheOneThatSigned() throws {
        try storeIdentity()
        // Of the same name, and it lasts longer, but its key is another one.
        try makeAuthority("namesake", days: 25)
        let text = try session(
            """
            securestore certificate add namesake.pem > told
            securestore certificate export web.example --chain > chain.pem
            sed '1,/^-----END/d' chain.pem | cmp - authority.pem && echo signed
            """)
        XCTAssertEqual(text, "signed\n")
    }

    func test_show_ofCertificate_saysWhatOpenSSLSays() throws {
        try storeIdentity()
        let wanted = try session(
            """
            openssl x509 -in web.pem -noout -subject -issuer -nameopt RFC2253 | sed 's/.*CN/CN/'
            openssl x509 -in web.pem -noout -serial | sed 's/.*=//' | tr A-F a-f
            openssl x509 -in web.pem -noout -dateopt iso_8601 -enddate | sed 's/.*=//; s/ /T/'
            openssl x509 -in web.pem -noout -fingerprint -sha256 | sed 's/.*=//; s/://g' | tr A-F a-f
            """)
        let shown = try session(
            "securestore certificate show web.example | sed -n 's/^\\(sub\\|iss\\|ser\\|valid u\\|SHA-2\\)[^:]*: *//p'"
        )
        XCTAssertEqual(shown, wanted)
    }

    func test_key_ofEveryKind_isReadByOpenSSLAndBack() throws {
        for kind in ["p256", "p384", "p521", "ed25519", "x25519", "rsa2048"] {
            let text = try session(
                """
                securestore key generate \(kind) -t \(kind) > told; printf words > words
                securestore key export \(kind) --fd 3 -o \(kind).key 3< words
                openssl pkey -in \(kind).key -passin file:words -pubout | sed -n '$!p' > theirs
                securestore key export \(kind) --public | sed -n '$!p' | cmp - theirs
                openssl pkey -in \(kind).key -passin file:words -out plain.key
                securestore delete --reference $(securestore key show \(kind) | sed -n 's/^ref.*: *//p') > told
                securestore key add plain.key -l again-\(kind) > told
                securestore key show again-\(kind) | sed -n 's/^type: *//p'
                """)
            XCTAssertEqual(text, kind + "\n")
        }
    }

    func test_identity_inPKCS12_goesToOpenSSLAndBack() throws {
        try storeIdentity()
        let text = try session(
            """
            printf words > words; securestore identity export web.example --fd 3 -o web.p12 3< words
            openssl pkcs12 -in web.p12 -passin file:words -nodes 2>/dev/null | grep -c BEGIN
            openssl pkcs12 -in web.p12 -passin file:words -nodes -out all.pem 2>/dev/null
            securestore --store ./other.store init > told
            securestore --store ./other.store identity add all.pem | sed 's/,.*//'
            securestore --store ./other.store certificate list | grep -c authority
            """)
        XCTAssertEqual(text, "3\nidentity 'web.example' stored\n2\n")
    }

    func test_identityAdd_ofOldAndNewPKCS12_storesTheWholeChain() throws {
        try storeIdentity()
        for form in ["", "-legacy"] {
            let text = try session(
                """
                securestore --store ./other\(form).store init > told
                (umask 077; securestore key export web.example --unencrypted > web.key)
                openssl pkcs12 -export \(form) -in web.pem -inkey web.key -certfile authority.pem -name theirs \
                    -passout pass:words -out theirs.p12
                echo words | securestore --store ./other\(form).store identity add theirs.p12 --stdin
                securestore --store ./other\(form).store certificate list | sed 1d | wc -l; rm web.key
                """)
            XCTAssertTrue(text.hasPrefix("identity 'theirs' stored, "), text)
            XCTAssertTrue(text.hasSuffix("\n2\n"), text)
        }
    }
}

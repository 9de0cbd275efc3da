import Foundation
import KeychainServices
import XCTest

@testable import SecureStoreCertificates

/// Tests of what evaluations of trust answer.
final class TrustEvaluationTests: TrustTestCase {
    private let host = SecPolicyCreateSSL(true, "host.example" as CFString)

    // MARK: - Trusted

    func test_evaluate_ofValidChain_isUnspecified() throws {
        let trust = try trust(leaf(), host)
        XCTAssertEqual(result(trust), .invalid)
        XCTAssertEqual(code(trust), errSecSuccess)
        XCTAssertEqual(result(trust), .unspecified)
    }

    func test_evaluate_withIntermediate_buildsTheChain() throws {
        let middle = try XCTUnwrap(root).authority()
        let certificates = [try reference(middle.issue()), try reference(middle.certificate)]
        let trust = try trust(certificates as NSArray, host)
        XCTAssertEqual(code(trust), errSecSuccess)
        XCTAssertEqual(
            SecTrustCopyCertificateChain(trust) as? [SecCertificate], certificates + [try anchor()])
    }

    func test_evaluate_ofSelfSignedAnchor_succeeds() throws {
        XCTAssertEqual(code(try trust(anchor())), errSecSuccess)
    }

    func test_evaluate_forServerOfAnyName_succeeds() throws {
        XCTAssertEqual(code(try trust(leaf(), SecPolicyCreateSSL(true, nil))), errSecSuccess)
    }

    func test_evaluate_forSeveralPolicies_checksAllOfThem() throws {
        let trust = try trust(leaf(), [SecPolicyCreateBasicX509(), host] as NSArray)
        XCTAssertEqual(code(trust), errSecSuccess)
        let other = SecPolicyCreateSSL(true, "other.example" as CFString)
        SecTrustSetPolicies(trust, [host, other] as NSArray)
        XCTAssertEqual(code(trust), errSecHostNameMismatch)
    }

    // MARK: - Not trusted

    func test_evaluate_outsideItsDays_saysWhich() throws {
        let trust = try trust(leaf(), host)
        SecTrustSetVerifyDate(trust, (Authority.today + 11 * Authority.day) as NSDate)
        XCTAssertEqual(code(trust), errSecCertificateExpired)
        XCTAssertEqual(result(trust), .recoverableTrustFailure)
        SecTrustSetVerifyDate(trust, (Authority.today - 11 * Authority.day) as NSDate)
        XCTAssertEqual(code(trust), errSecCertificateExpired)
    }

    func test_evaluate_forAnotherHost_saysSo() throws {
        for name in ["other.example", "not a host"] {
            let policy = SecPolicyCreateSSL(true, name as CFString)
            XCTAssertEqual(code(try trust(leaf(), policy)), errSecHostNameMismatch, name)
        }
    }

    func test_evaluate_forAnotherAddress_saysSo() throws {
        let mail = try leaf { form in
            form.add(emailAddresses: ["maria@host.example"])
            form.extendedKeyUsage = [.emailProtection]
        }
        for (name, expected) in [
            ("maria@host.example", errSecSuccess), ("eve@host.example", errSecSMIMEEmailAddressesNotFound),
            ("no address", errSecSMIMEEmailAddressesNotFound),
        ] {
            let policy = SecPolicyCreateWithProperties(
                kSecPolicyAppleSMIME, [kSecPolicyName: name] as NSDictionary)
            XCTAssertEqual(code(try trust(mail, policy)), expected, name)
        }
    }

    func test_evaluate_ofUntrustedRoot_saysNotTrusted() throws {
        let trust = try trust(reference(Authority("Other").certificate))
        XCTAssertEqual(code(trust), errSecNotTrusted)
        XCTAssertEqual(result(trust), .recoverableTrustFailure)
    }

    func test_evaluate_withoutTheIssuer_saysThereIsNoChain() throws {
        let lonely = try reference(Authority("Other").issue())
        XCTAssertEqual(code(try trust(lonely)), errSecCreateChainFailed)
    }

    func test_evaluate_forAnotherPurpose_saysSo() throws {
        let server = try leaf { $0.extendedKeyUsage = [.serverAuthentication] }
        for policy in [
            SecPolicyCreateSSL(false, nil), SecPolicyCreateWithProperties(kSecPolicyAppleCodeSigning, nil),
        ] {
            XCTAssertEqual(code(try trust(server, policy)), errSecInvalidExtendedKeyUsage)
        }
    }

    func test_evaluate_ofFalseSignature_isFatal() throws {
        let other = try Authority()
        let false_ = try other.issue { $0.authorityKeyID = self.root?.certificate.subjectKeyID }
        let trust = try trust(reference(false_))
        XCTAssertEqual(code(trust), errSecCreateChainFailed)
        XCTAssertEqual(result(trust), .fatalTrustFailure)
    }

    func test_evaluate_ofIssuerThatIsNone_isFatal() throws {
        let middle = try XCTUnwrap(root).authority { $0.constraints = [] }
        let trust = try trust([reference(middle.issue()), reference(middle.certificate)] as NSArray)
        XCTAssertEqual(code(trust), errSecNoBasicConstraintsCA)
        XCTAssertEqual(result(trust), .fatalTrustFailure)
    }

    // MARK: - The error

    func test_error_namesTheCertificateAndSaysMoreBelow() throws {
        let trust = try trust(leaf(), SecPolicyCreateSSL(true, "other.example" as CFString))
        var error: CFError?
        XCTAssertFalse(unsafe SecTrustEvaluateWithError(trust, &error))
        let given = try XCTUnwrap(error)
        XCTAssertEqual(given.domain, NSOSStatusErrorDomain)
        XCTAssertTrue(given.localizedDescription.contains("host.example"), given.localizedDescription)
        let underlying = given.userInfo[NSUnderlyingErrorKey] as? NSError
        XCTAssertEqual(underlying?.code, Int(errSecHostNameMismatch))
        XCTAssertTrue(underlying?.localizedDescription.contains("another host") == true)
    }

    func test_error_ofHostileName_hasNoControlCharacters() throws {
        let subject = try DistinguishedName([.commonName: "a\n2026-11-22 trusted\u{1b}[2J"])
        let trust = try trust(leaf { $0.subject = subject }, SecPolicyCreateSSL(true, "other.example"))
        var error: CFError?
        XCTAssertFalse(unsafe SecTrustEvaluateWithError(trust, &error))
        let text = try XCTUnwrap(error).localizedDescription
        XCTAssertTrue(text.contains("trusted"), text)
        XCTAssertTrue(text.unicodeScalars.allSatisfy { $0.value >= 0x20 }, text)
    }

    func test_error_ofEarlierFailure_isCleared() throws {
        let trust = try trust(leaf())
        var error: CFError? = NSError(domain: "earlier", code: 1)
        XCTAssertTrue(unsafe SecTrustEvaluateWithError(trust, &error))
        XCTAssertNil(error)
    }

    // MARK: - Other ways to ask

    func test_evaluateAsync_answersOnTheQueue() throws {
        let (trust, queue) = (try trust(leaf()), DispatchQueue(label: "trust"))
        let mark = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: mark, value: true)
        let answered = expectation(description: "answered")
        let status = SecTrustEvaluateAsyncWithError(trust, queue) { given, isTrusted, error in
            XCTAssertTrue(given === trust && isTrusted && error == nil)
            XCTAssertEqual(DispatchQueue.getSpecific(key: mark), true)
            answered.fulfill()
        }
        XCTAssertEqual(status, errSecSuccess)
        wait(for: [answered], timeout: 60)
    }

    func test_evaluateAsync_ofFailure_givesTheError() throws {
        let trust = try trust(leaf(), isAnchored: false)
        let answered = expectation(description: "answered")
        SecTrustEvaluateAsyncWithError(trust, DispatchQueue(label: "trust")) { _, isTrusted, error in
            XCTAssertFalse(isTrusted)
            XCTAssertEqual(error?.code, Int(errSecCreateChainFailed))
            answered.fulfill()
        }
        wait(for: [answered], timeout: 60)
    }

    func test_evaluateAsync_theOldWay_answersOnTheQueue() throws {
        let (trust, answered) = (try trust(leaf()), expectation(description: "answered"))
        SecTrustEvaluateAsync(trust, DispatchQueue(label: "trust")) { given, result in
            XCTAssertTrue(given === trust)
            XCTAssertEqual(result, .unspecified)
            answered.fulfill()
        }
        wait(for: [answered], timeout: 60)
    }

    func test_evaluate_theOldWay_answersTheResult() throws {
        var result = SecTrustResultType.invalid
        XCTAssertEqual(unsafe SecTrustEvaluate(try trust(leaf()), &result), errSecSuccess)
        XCTAssertEqual(result, .unspecified)
        XCTAssertEqual(unsafe SecTrustEvaluate(try trust(leaf(), isAnchored: false), &result), errSecSuccess)
        XCTAssertEqual(result, .recoverableTrustFailure)
    }

    func test_change_makesAnEarlierResultInvalid() throws {
        let trust = try trust(leaf())
        XCTAssertEqual(code(trust), errSecSuccess)
        SecTrustSetVerifyDate(trust, NSDate())
        XCTAssertEqual(result(trust), .invalid)
    }
}

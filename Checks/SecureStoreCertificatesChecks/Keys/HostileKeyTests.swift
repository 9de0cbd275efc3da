import Foundation
import SecureStore
import XCTest

@testable import SecureStoreCertificates

final class HostileKeyTests: XCTestCase {
    func test_read_ofCurveThatIsWrittenOutOrNotKnown_throwsUnimplemented() throws {
        let openSSL = try OpenSSL()
        for options in ["P-256 -pkeyopt ec_param_enc:explicit", "secp256k1", "P-224", "brainpoolP256r1"] {
            let pem = try openSSL.run("genpkey -algorithm EC -pkeyopt ec_paramgen_curve:\(options)")
            assertThrows(.unimplemented, options) { _ = try PrivateKey(pem: pem) }
            let publicKey = try openSSL.run("pkey -pubout -outform DER", input: pem)
            assertThrows(.unimplemented, options) { _ = try PublicKey(der: publicKey) }
        }
    }
}

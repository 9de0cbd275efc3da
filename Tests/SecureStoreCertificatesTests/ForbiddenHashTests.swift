import Foundation
import SecureStore
import XCTest

@testable import SecureStoreCertificates

/// Hashes that a system's settings forbid.
final class ForbiddenHashTests: XCTestCase {
    private typealias Setter = @convention(c) (OpaquePointer?, UnsafePointer<CChar>) -> CInt

    /// Runs `body` where libcrypto has no algorithms.
    private func withoutAlgorithms(_ body: () throws -> Void) throws {
        let library = try unsafe XCTUnwrap(dlopen("libcrypto.so.3", RTLD_LAZY))
        let symbol = try unsafe XCTUnwrap(dlsym(library, "EVP_set_default_properties"))
        let set = unsafe unsafeBitCast(symbol, to: Setter.self)
        XCTAssertEqual(unsafe set(nil, "provider=none"), 1)
        defer { XCTAssertEqual(unsafe set(nil, ""), 1) }
        try body()
    }

    func test_derivations_withAForbiddenHash_leaveNoErrorForTheProgram() throws {
        let secret = try SecretBytes(utf8: "horse radish")
        LibCryptoErrors.clear()
        try withoutAlgorithms {
            assertThrows(.internalComponent) { _ = try HashFunction.sha1.derive(16, from: secret, []) }
            XCTAssertTrue(LibCryptoErrors.isEmpty)
            assertThrows(.internalComponent) {
                _ = try HashFunction.keyOfOldPEM(secret, salt: secret, byteCount: 16)
            }
            XCTAssertTrue(LibCryptoErrors.isEmpty)
        }
    }
}

import Foundation
import TokenVault
import TokenVaultNetworking
import XCTest

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

final class NetworkingTests: XCTestCase {
    func test_authorize_replacesTheHeader() throws {
        var request = URLRequest(url: try XCTUnwrap(URL(string: "http://127.0.0.1/")))
        request.setValue("Basic x", forHTTPHeaderField: "Authorization")
        try request.authorize(with: TokenPair(accessToken: "a", refreshToken: nil))
        XCTAssertEqual(request.value(forHTTPHeaderField: "authorization"), "Bearer a")
    }
}

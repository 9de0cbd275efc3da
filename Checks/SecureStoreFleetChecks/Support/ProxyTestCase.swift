import XCTest

@testable import SecureStoreFleet

/// A test whose hosts reach the server through a proxy.
class ProxyTestCase: FleetTestCase {
    private(set) var proxy: CuttingProxy!

    override func setUpWithError() throws {
        try super.setUpWithError()
        proxy = try CuttingProxy(to: postgres.port)
    }

    override func tearDown() {
        proxy.end()
        super.tearDown()
    }

    func makeHost(patience: Duration = .seconds(20), identifier: [UInt8]? = nil) throws -> FleetServer {
        try makeFleet(postgres.loopback(port: proxy.port), patience: patience, identifier: identifier)
    }
}

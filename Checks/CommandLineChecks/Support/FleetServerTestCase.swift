import Foundation
import XCTest

/// A test of the commands of a fleet; all of its class share a real server.
class FleetServerTestCase: CommandTestCase {
    nonisolated(unsafe) private static var server: Result<TrialServer, any Error>?

    override class func setUp() {
        super.setUp()
        unsafe server = Result { try TrialServer() }
    }

    override class func tearDown() {
        if case .success(let server)? = unsafe server { server.remove() }
        unsafe server = nil
        super.tearDown()
    }

    /// The address that hosts connect with.
    private(set) var settings = ""

    override func setUpWithError() throws {
        try super.setUpWithError()
        settings = try XCTUnwrap(unsafe Self.server).get().settings
    }
}

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
    /// The server's files.
    private(set) var directoryOfServer = ""

    override func setUpWithError() throws {
        try super.setUpWithError()
        let server = try XCTUnwrap(unsafe Self.server).get()
        (settings, directoryOfServer) = (server.settings, server.directory)
    }
}

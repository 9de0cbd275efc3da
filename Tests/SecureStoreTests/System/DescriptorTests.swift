import Foundation
import XCTest

@testable import SecureStore

/// Pipes, whose other end may send too little.
final class DescriptorTests: XCTestCase {
    func test_read_ofPipeThatTookTooLong_isRefusedThoughBytesAreThere() throws {
        let pipe = Pipe()
        pipe.fileHandleForWriting.write(Data([1, 2, 3]))
        let input = try Descriptor(
            pipe.fileHandleForReading.fileDescriptor, named: "a pipe", patience: .milliseconds(1))
        usleep(20_000)
        var buffer = [UInt8](repeating: 0, count: 3)
        assertThrows(.interactionNotAllowed) { try input.read(into: &buffer, at: 0) }
        // So many bytes before it have earned it more time.
        XCTAssertEqual(try input.read(into: &buffer, at: 1 << 30), 3)
        XCTAssertEqual(buffer, [1, 2, 3])
    }
}

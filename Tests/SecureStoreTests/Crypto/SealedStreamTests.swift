import XCTest

@testable import SecureStore

final class SealedStreamTests: XCTestCase {
    private let key: [UInt8] = .counting(from: 1, count: 32)

    /// Seals the contents as frames, with the number of each as associated data; header first.
    private func stream(_ contents: [[UInt8]]) throws -> [[UInt8]] {
        var frames: [[UInt8]] = [[]]
        var sealer = try StreamSealer(try SealingKey(key), headerTo: &frames[0])
        for (number, content) in contents.enumerated() {
            var frame: [UInt8] = []
            try content.withRawBytes { content in
                try [UInt8(number)].withRawBytes { data in
                    try sealer.seal(
                        content, isLast: number == contents.count - 1, associatedData: data, into: &frame)
                }
            }
            frames.append(frame)
        }
        return frames
    }

    /// The contents up to the first frame that does not open, and whether the last frame was reached.
    private func open(_ frames: [[UInt8]], key other: [UInt8]? = nil) throws -> (
        contents: [[UInt8]], isWhole: Bool
    ) {
        let key = try SealingKey(other ?? key)
        var opener = try frames[0].withRawBytes { header in try StreamOpener(key, header: header) }
        var (contents, isWhole): ([[UInt8]], Bool) = ([], false)
        for (number, frame) in frames.dropFirst().enumerated() {
            var content = [UInt8](repeating: 0, count: frame.count - SealedStream.overheadByteCount)
            let isLast = frame.withRawBytes { frame in
                [UInt8(number)].withRawBytes { data in
                    content.withMutableRawBytes { opener.open(frame, associatedData: data, into: &$0) }
                }
            }
            guard let isLast else { break }
            contents.append(content)
            isWhole = isLast
        }
        return (contents, isWhole)
    }

    private let contents: [[UInt8]] = [[1, 2, 3], [], .counting(count: 1_000)]

    func test_open_ofWholeStream_givesContents() throws {
        let answer = try open(try stream(contents))
        XCTAssertEqual(answer.contents, contents)
        XCTAssertTrue(answer.isWhole)
    }

    func test_open_withoutLastFrame_isNotWhole() throws {
        XCTAssertFalse(try open(try stream(contents).dropLast()).isWhole)
    }

    func test_open_withFramesInOtherOrder_stopsThere() throws {
        var frames = try stream([[1], [2], [3]])
        frames.swapAt(2, 3)
        XCTAssertEqual(try open(frames).contents, [[1]])
    }

    func test_open_withAnyByteChanged_stopsAtItsFrame() throws {
        let frames = try stream([[1, 2], [3]])
        for (number, frame) in frames.enumerated() {
            for place in frame.indices {
                var changed = frames
                changed[number][place] ^= 1
                XCTAssertEqual(try open(changed).contents.count, max(0, number - 1), "\(number), \(place)")
            }
        }
    }

    func test_open_withOtherKey_opensNothing() throws {
        XCTAssertEqual(try open(try stream(contents), key: .counting(from: 2, count: 32)).contents, [])
    }

    func test_init_withHeaderOfOtherLength_throwsParam() throws {
        for count in [0, 23, 25] {
            assertThrows(.param, "\(count) bytes") {
                _ = try self.open([[UInt8](repeating: 0, count: count)])
            }
        }
    }
}

import SecureStore
import XCTest

@testable import SecureStoreCLI

/// QR codes: one that other software makes too, and many that a reader of our own reads back.
final class QRCodeTests: XCTestCase {
    /// As python-qrcode 8 makes it with mask 7.
    private static let known = """
        #######..#..#..##..#..#######
        #.....#.#..###.#.##.#.#.....#
        #.###.#.#####.#####.#.#.###.#
        #.###.#..###.##....#..#.###.#
        #.###.#.#....#..##....#.###.#
        #.....#.##.#.###..###.#.....#
        #######.#.#.#.#.#.#.#.#######
        ........##..#..#####.........
        ##.#..##..#...#..#..#.###.##.
        .#.##..##.##..###...#.#..#.##
        #.###.#..##..##..###.#.#..##.
        #.####.#.....###....##.##.##.
        ..##..##....#..##...###..#..#
        .##.....#.###.##.#.##....#...
        .#.#.######.#.....#.#.####.##
        ###.##.#....##.###.###.....#.
        .##...#..#.#.##....##..#...#.
        .#..#...##....###.#..###..#.#
        #.#.#.#......#..###..#.#..###
        ...#.#..##.#.#.#####....##...
        #.....##..###.#..#..#####.##.
        ........######.####.#...#####
        #######.##.####..#..#.#.####.
        #.....#...####.##.#.#...####.
        #.###.#...##..#.#...######...
        #.###.#.#.##.###..###.###.##.
        #.###.#...##.##..####..##.#.#
        #.....#.##.#.....##.##..##.#.
        #######.##..##..######.#.#.#.
        """

    func test_code_ofAnAddress_isTheOneThatOthersMake() throws {
        let address = "otpauth://totp/a?secret=JBSWY3DPEHPK3PXP"
        let code = try QRCode(SecretBytes(copying: address.utf8))
        let rows = (0..<code.size).map { y in
            String((0..<code.size).map { code.isDark($0, y) ? "#" : "." })
        }
        XCTAssertEqual(rows.joined(separator: "\n"), Self.known)
    }

    func test_drawing_ofEverySize_isReadBack() throws {
        // The most bytes of versions 1, 2, 5, 6, 7, 9, 10, 14, 22 and 33.
        for count in [0, 1, 17, 32, 106, 134, 154, 230, 271, 458, 1003, 2068] {
            let message = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
            let drawing = try QRCode(SecretBytes(copying: message)).drawn().text()
            XCTAssertEqual(try QRReader(drawing: drawing).message(), message, "\(count)")
        }
    }

    func test_message_thatIsTooLong_isRefused() throws {
        XCTAssertEqual(try QRCode(SecretBytes(copying: [UInt8](repeating: 1, count: 2953))).size, 177)
        XCTAssertThrowsError(try QRCode(SecretBytes(copying: [UInt8](repeating: 1, count: 2954))))
    }
}

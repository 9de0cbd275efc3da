import XCTest

@testable import SecureStore

final class HashTests: XCTestCase {
    private struct Row {
        let count: Int
        let digest: String
        let line: UInt

        init(_ count: Int, _ digest: String, line: UInt = #line) {
            (self.count, self.digest, self.line) = (count, digest, line)
        }
    }

    // blake2b in blake2-kat.json of the reference implementation: the key is 00 01 … 3f, the input 00 01 …
    private let keyedRows = [
        Row(
            0,
            """
            10ebb67700b1868efb4417987acf4690ae9d972fb7a590c2f02871799aaa4786\
            b5e996e8f0f4eb981fc214b005f42d2ff4233499391653df7aefcbc13fc51568
            """),
        Row(
            1,
            """
            961f6dd1e4dd30f63901690c512e78e4b45e4742ed197c3c5e45c549fd25f2e4\
            187b0bc9fe30492b16b0d0bc4ef9b0f34c7003fac09a5ef1532e69430234cebd
            """),
        Row(
            128,
            """
            72065ee4dd91c2d8509fa1fc28a37c7fc9fa7d5b3f8ad3d0d7a25626b57b1b44\
            788d4caf806290425f9890a3a2a35a905ab4b37acfd0da6e4517b2525c9651e4
            """),
        Row(
            255,
            """
            142709d62e28fcccd0af97fad0f8465b971e82201dc51070faa0372aa43e9248\
            4be1c1e73ba10906d5d1853db6a4106e0a7bf9800d373d6dee2d46d62ef2a461
            """),
    ]

    func test_blake2b_withReferenceVectors_givesTheirDigests() {
        for row in keyedRows {
            let digest = unsafe [UInt8](unsafeUninitializedCapacity: 64) { output, count in
                count = 64
                let output = UnsafeMutableRawBufferPointer(output.extracting(0..<64))
                [UInt8].counting(count: 64).withRawBytes { key in
                    [UInt8].counting(count: row.count).withRawBytes { message in
                        unsafe blake2b(message, key: key, into: output)
                    }
                }
            }
            XCTAssertEqual(digest, [UInt8](hexadecimal: row.digest), "\(row.count) bytes", line: row.line)
        }
    }

    // Computed with the hash library of another language.
    func test_digest32_ofNothing_givesKnownDigest() {
        let expected = "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8"
        XCTAssertEqual(digest32([]), [UInt8](hexadecimal: expected))
    }

    func test_digest32_ofThreeLetters_givesKnownDigest() {
        let expected = "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319"
        XCTAssertEqual(digest32(Array("abc".utf8)), [UInt8](hexadecimal: expected))
    }

    func test_labelled_withAllParts_putsAZeroBehindThePurpose() throws {
        let message = try [1, 2].withRawBytes { context throws(StoreError) in
            try [3].withRawBytes { rest throws(StoreError) in try labelled("ab", context, rest) }
        }
        XCTAssertEqual(message.withBytes { $0.bytes }, [97, 98, 0, 1, 2, 3])
    }
}

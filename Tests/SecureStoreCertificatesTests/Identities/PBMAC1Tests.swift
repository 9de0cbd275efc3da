import SecureStore
import XCTest

@testable import SecureStoreCertificates

/// The newer seal of PKCS#12, put together byte by byte.
final class PBMAC1Tests: XCTestCase {
    private func named(_ identifier: String, _ parameters: [UInt8]) -> [UInt8] {
        DER.encode(DER.sequence, DER.encode(identifier: identifier) + parameters)
    }

    func test_spend_forAKeyOfTwoHashes_countsBoth() throws {
        let rows: [(hash: [UInt8], cost: Int)] = [
            ([], 2), (named("1.2.840.113549.2.7", [5, 0]), 2),
            ([2, 1, 32] + named("1.2.840.113549.2.7", []), 2),
            (named("1.2.840.113549.2.9", [5, 0]), 1), ([2, 1, 32] + named("1.2.840.113549.2.11", []), 1),
        ]
        for (hash, cost) in rows {
            let parameters = DER.encode(DER.sequence, [4, 1, 0] + [2, 1, 1] + hash)
            let derivation = named("1.2.840.113549.1.5.12", parameters)
            let algorithm = try SecretBytes(
                copying: named("1.2.840.113549.1.5.13", DER.encode(DER.sequence, derivation)))
            for (limit, isEnough) in [(cost, true), (cost - 1, false)] {
                var work = DerivationWork(limit: limit)
                let spent = try? work.spend(SecretReader(algorithm).content())
                XCTAssertEqual(spent != nil, isEnough, "\(hash)")
            }
        }
    }

    func test_fits_withAKeyOfSevenHashes_costsSevenRepetitions() throws {
        let hash = named("1.2.840.113549.2.7", [5, 0])
        // A salt, one repetition, and 128 bytes.
        let parameters = DER.encode(DER.sequence, [4, 1, 0] + [2, 1, 1] + [2, 2, 0, 128] + hash)
        let derivation = named("1.2.840.113549.1.5.12", parameters)
        let algorithm = named("1.2.840.113549.1.5.14", DER.encode(DER.sequence, derivation + hash))
        let seal = DER.encode(DER.sequence, DER.encode(DER.sequence, algorithm + [4, 1, 0]))
        let safe = named("1.2.840.113549.1.7.1", DER.encode(0xa0, [4, 0]))
        let file = try SecretBytes(copying: DER.encode(DER.sequence, [2, 1, 3] + safe + seal))
        var (enough, less) = (DerivationWork(limit: 7), DerivationWork(limit: 6))
        XCTAssertFalse(try PBMAC1.fits(SecretBytes(utf8: "horse"), file, &enough))
        assertThrows(.dataTooLarge) { _ = try PBMAC1.fits(SecretBytes(utf8: "horse"), file, &less) }
    }
}

import XCTest

@testable import SecureStore

final class SealingKeyTests: XCTestCase {
    private let bytes: [UInt8] = .counting(count: 32)

    func test_init_with32Bytes_holdsThem() throws {
        XCTAssertEqual(try SealingKey(bytes).bytes, bytes)
    }

    func test_init_withOtherNumberOfBytes_throwsParam() {
        for count in [0, 1, 16, 31, 33, 64] {
            let bytes = [UInt8](repeating: 1, count: count)
            XCTAssertEqual(thrownStatus { _ = try SealingKey(bytes) }, .param, "\(count) bytes")
        }
    }

    func test_init_withSecretBytes_holdsThem() throws {
        XCTAssertEqual(try SealingKey(copying: SecretBytes(copying: bytes)).bytes, bytes)
    }

    func test_init_withSecretBytesOfOtherLength_throwsParam() throws {
        let secret = try SecretBytes(copying: bytes.dropLast())
        XCTAssertEqual(thrownStatus { _ = try SealingKey(copying: secret) }, .param)
    }

    func test_init_whenFillThrows_throwsThat() {
        let status = thrownStatus {
            _ = try unsafe SealingKey { (_) throws(StoreError) in throw StoreError(.io, "no key") }
        }
        XCTAssertEqual(status, .io)
    }

    func test_random_twice_differs() throws {
        XCTAssertNotEqual(try SealingKey.random().bytes, try SealingKey.random().bytes)
    }

    // MARK: - Owners

    func test_another_always_liesInTheSameMemory() throws {
        let key = try SealingKey(bytes)
        XCTAssertEqual(address(key.another()), address(key))
    }

    func test_another_whenTheFirstOwnerIsGone_holdsTheKey() throws {
        func another() throws -> SealingKey { try SealingKey(bytes).another() }
        XCTAssertEqual(try another().bytes, bytes)
    }

    func test_another_whenBothOwnersAreGone_leavesTheBlockToTheNextKey() throws {
        func gone() throws -> UInt? {
            let key = try SealingKey(bytes)
            return address(key.another())
        }
        let place = try gone()
        let next = try SealingKey.random()
        XCTAssertEqual(address(next), place)
    }

    // MARK: - Hashes, computed with the hash library of another language

    func test_derive_withPurposeAndContext_givesKnownKey() throws {
        let expected = "975f3be5ec6b0ffec207da748ca650f5addd2233f7778b360dbb98f9d9032470"
        let derived = try SealingKey(bytes).derive("test purpose", [1, 2, 3])
        XCTAssertEqual(derived.bytes, [UInt8](hexadecimal: expected))
    }

    func test_derive_withOtherPurposeOrContext_givesOtherKey() throws {
        let key = try SealingKey(bytes)
        let keys = [
            try key.derive("purpose", [1]).bytes, try key.derive("purpose", [2]).bytes,
            try key.derive("purpos", [1]).bytes, try key.derive("purpose", []).bytes, bytes,
        ]
        XCTAssertEqual(Set(keys).count, keys.count)
    }

    func test_commitment_withPurposeAndContext_givesKnownBytes() throws {
        let expected = "975f3be5ec6b0ffec207da748ca650f5addd2233f7778b360dbb98f9d9032470"
        let key = try SealingKey(bytes)
        XCTAssertEqual(key.commitment("test purpose", [1, 2, 3]), [UInt8](hexadecimal: expected))
    }

    func test_hash16_ofMessages_givesKnownBytes() throws {
        let key = try SealingKey(bytes)
        let hashes = [0, 64, 200].map { key.hash16([UInt8].counting(count: $0)).hexadecimal }
        let expected = [
            "3daf97bce7888fd59773c66bf647459c", "d70096919189ec3b386b4de2e4cf86d4",
            "8aa5152a0f33a31b72568b613ea3c92e",
        ]
        XCTAssertEqual(hashes, expected)
    }

    /// The first three of the reference implementation's vectors for an output of 128 bits.
    func test_authenticator_ofReferenceMessages_isTheirs() throws {
        let key = try SealingKey([UInt8].counting(count: 32))
        let codes = (0..<3).map { count in
            [UInt8].counting(count: count).withRawBytes { key.authenticator($0).hexadecimal }
        }
        let expected = [
            "a3817f04ba25a8e66df67214c7550293", "da87c1d86b99af44347659119b22fc45",
            "8177228da4a45dc7fca38bdef60affe4",
        ]
        XCTAssertEqual(codes, expected)
    }

    func test_hash64_ofMessage_givesKnownBytes() throws {
        let key = try SealingKey(bytes)
        var sum = MultisetHash()
        [UInt8].counting(count: 64).withRawBytes { sum.add(key.hash64($0)) }
        var record: [UInt8] = []
        sum.append(to: &record)
        let expected = """
            60f99cdcc68851da8a57bd9d69cd6e66946331b3ebbec93b8f79fb7a09313178\
            1f22d849caf967b8fd139326cf5f47cfac0de56020c1e7958de43d6093b0c0bf
            """
        XCTAssertEqual(record, [UInt8](hexadecimal: expected))
    }

    // MARK: - Forked children

    private func address(_ key: borrowing SealingKey) -> UInt {
        key.withBytes { bytes in unsafe bytes.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) } }
    }

    /// The rights of this process in the page of a key, as `r--p`.
    private func rights(_ key: borrowing SealingKey) throws -> String? {
        let address = address(key)
        let maps = try XCTUnwrap(try FileHandle(forReadingAtPath: "/proc/self/maps")?.readToEnd())
        for line in String(decoding: maps, as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ")
            let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            if ends.count == 2, ends[0]..<ends[1] ~= address { return String(words[1]) }
        }
        return nil
    }

    /// The kernel's flags of the memory at an address: `lo` if it is locked, `dd` if no core dump has it.
    private func flags(at address: UInt) throws -> [Substring] {
        let maps = try XCTUnwrap(try FileHandle(forReadingAtPath: "/proc/self/smaps")?.readToEnd())
        var isThere = false
        for line in String(decoding: maps, as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ")
            let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            if ends.count == 2 { isThere = ends[0]..<ends[1] ~= address }
            if isThere && words[0] == "VmFlags:" { return Array(words.dropFirst()) }
        }
        return []
    }

    func test_memory_ofKeyAndSecrets_isLockedAndInNoCoreDump() throws {
        let key = try SealingKey.random()
        let secrets = try [1, 9_000].map { try SecretBytes.random(count: $0) }
        let addresses = secrets.map { secret in
            secret.withRawBytes { bytes in unsafe bytes.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) } }
        }
        // Root may lock as much as it likes; the address sanitizer locks nothing.
        let isSanitized = unsafe dlsym(nil, "__asan_init") != nil
        for place in addresses + [address(key)] {
            let flags = try flags(at: place)
            XCTAssertTrue(flags.contains("dd"), "\(flags)")
            if geteuid() == 0 && !isSanitized { XCTAssertTrue(flags.contains("lo"), "\(flags)") }
        }
        withExtendedLifetime(secrets) {}
    }

    func test_init_always_leavesTheKeyReadOnly() throws {
        let key = try SealingKey.random()
        XCTAssertEqual(try rights(key), "r--p")
        _ = try SealingKey.random()
        XCTAssertEqual(try rights(key), "r--p")
    }

    func test_makingKeys_withinMakingKeys_leavesThemReadOnlyAtTheEndAlone() throws {
        // An object that holds a key, so that its own page can be looked at afterwards.
        let made = try SecretPool.makingKeys {
            let made = try DeviceKey(try SecretBytes.random(count: SealingKey.byteCount))
            try SecretPool.makingKeys { _ = try SealingKey.random() }
            XCTAssertEqual(try rights(made.key), "rw-p")
            return made
        }
        XCTAssertEqual(try rights(made.key), "r--p")
    }

    func test_makingKeys_thatThrows_leavesThemReadOnly() throws {
        var made: DeviceKey?
        XCTAssertThrowsError(
            try SecretPool.makingKeys {
                made = try DeviceKey(try SecretBytes.random(count: SealingKey.byteCount))
                throw StoreError(.param, "a test")
            })
        XCTAssertEqual(try rights(try XCTUnwrap(made).key), "r--p")
    }

    func test_withBytes_inForkedChild_lendsZeros() throws {
        let key = try SealingKey(bytes)
        let end = try endOfForkedChild { key.bytes == [UInt8](repeating: 0, count: 32) ? 0 : 1 }
        XCTAssertEqual(end, .exit(0))
    }

    func test_withBytes_afterFork_isUnchangedInParent() throws {
        let key = try SealingKey(bytes)
        _ = try endOfForkedChild { 0 }
        XCTAssertEqual(key.bytes, bytes)
    }

    func test_deinit_inForkedChild_doesNotAbort() throws {
        var key: SealingKey? = try SealingKey(bytes)
        let end = try endOfForkedChild {
            key = nil
            return 0
        }
        XCTAssertEqual(end, .exit(0))
        XCTAssertNotNil(key?.isUsable)
    }

    func test_derive_inForkedChild_throwsNotAvailable() throws {
        let key = try SealingKey(bytes)
        let end = try endOfForkedChild {
            thrownStatus { _ = try key.derive("purpose", []) } == .notAvailable ? 0 : 1
        }
        XCTAssertEqual(end, .exit(0))
    }

    func test_random_inForkedChild_makesAKeyThatWorksThere() throws {
        let end = try endOfForkedChild { (try? SealingKey.random().isUsable) == true ? 0 : 1 }
        XCTAssertEqual(end, .exit(0))
    }

    // MARK: - Boxes

    func test_openKey_ofItsBox_givesTheKey() throws {
        let wrapping = try SealingKey.random()
        let key = try SealingKey(bytes)
        let data = FixedBytes<32>([7])
        XCTAssertEqual(try wrapping.openKey(wrapping.box(key, data), data)?.bytes, bytes)
    }

    func test_openKey_withAnyByteChanged_isNil() throws {
        let wrapping = try SealingKey.random()
        let key = try SealingKey(bytes)
        let data = FixedBytes<32>([7])
        let box = try wrapping.box(key, data)
        for position in box.indices {
            var changed = box
            changed[position] ^= 0x80
            XCTAssertNil(try wrapping.openKey(changed, data)?.bytes, "byte \(position)")
        }
    }

    func test_openKey_withBoxOfAnyOtherLength_isNil() throws {
        let wrapping = try SealingKey.random()
        for count in Array(0..<72) + [73, 200] {
            let box = [UInt8](repeating: 1, count: count)
            XCTAssertNil(try wrapping.openKey(box, FixedBytes<32>([7]))?.bytes, "\(count) bytes")
        }
    }
}

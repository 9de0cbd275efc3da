import Foundation
import KeychainServices
import SecureStore

/// The function that libFuzzer calls for each input: the bytes choose the dictionaries that are thrown at all
/// four functions.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    precondition(isReady, "there is no store to work on")
    var bytes = unsafe ByteGenerator(bytes: Array(UnsafeBufferPointer(start: start, count: count)))
    while !bytes.isAtEnd {
        let first = ArbitraryDictionary.make(using: &bytes)
        let second = ArbitraryDictionary.make(using: &bytes)
        for status in ArbitraryDictionary.callAll(first, second) {
            precondition(status <= 0, "a status that nobody has")
        }
    }
    // Each input begins with an empty store, so that it does the same whenever it is run.
    for itemClass in [
        kSecClassGenericPassword, kSecClassInternetPassword, kSecClassCertificate, kSecClassKey,
    ] {
        SecItemDelete(
            [kSecClass: itemClass, kSecAttrSynchronizable: kSecAttrSynchronizableAny] as CFDictionary)
    }
    return 0
}

private let isReady: Bool = {
    guard let store = try? ItemStore.inMemory() else { return false }
    KeychainStore.use(store)
    return true
}()

/// Takes every choice from the input, and goes on with numbers that follow from it when there is no more.
private struct ByteGenerator: RandomNumberGenerator {
    private let bytes: [UInt8]
    private var place = 0
    private var rest: SeededGenerator

    init(bytes: [UInt8]) {
        self.bytes = bytes
        rest = SeededGenerator(seed: UInt64(bytes.count))
    }

    var isAtEnd: Bool { place >= bytes.count }

    mutating func next() -> UInt64 {
        guard !isAtEnd else { return rest.next() }
        defer { place += 1 }
        // Spread over all bits: callers take the number as a fraction of its range.
        return UInt64(bytes[place]) &* 0x0101_0101_0101_0101
    }
}

import Foundation
import SecureStore

@testable import SecureStoreCertificates

/// The function that libFuzzer calls for each input: the bytes are a file with a key that somebody else
/// wrote.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    do { try target(input) } catch {
        require(error is StoreError, "an error that nobody is told of: \(error)")
    }
    require(LibCryptoState.hasNoError, "an error left behind in libcrypto's queue")
    return 0
}

private let target: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
    guard let target = FuzzTargets.all[name] else {
        preconditionFailure("FUZZ_TARGET has to be one of: \(FuzzTargets.all.keys.sorted())")
    }
    return target
}()

/// Ends the process, which libFuzzer reports with the input.
func require(_ holds: Bool, _ promise: @autoclosure () -> String) { precondition(holds, promise()) }

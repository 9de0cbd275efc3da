import Foundation
import SecureStore
import SecureStoreJSON

@testable import SecureStoreCLI

/// The function that libFuzzer calls for each input: the bytes are what another program wrote.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    do { try target.run(input) } catch {
        let isTold = error is CommandError || error is StoreError || error is JSONError
        require(isTold, "an error that nobody is told of: \(error)")
    }
    return 0
}

private let target: FuzzTarget = {
    let names = FuzzTarget.all.map(\.name).joined(separator: " ")
    guard let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"],
        let target = FuzzTarget.all.first(where: { $0.name == name })
    else { preconditionFailure("FUZZ_TARGET has to be one of: \(names)") }
    return target
}()

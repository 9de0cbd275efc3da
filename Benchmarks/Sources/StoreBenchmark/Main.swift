import CFloor
import Foundation
import SecureStore

/// Measures the store against its floor, in one run and operation by operation in turn, so that both meet the
/// same minute of the machine's weather.
@main
struct Main {
    static func main() throws {
        let only =
            CommandLine.arguments.last.flatMap { Int($0) == nil && CommandLine.argc > 1 ? $0 : nil } ?? ""
        let sizes = CommandLine.arguments.dropFirst().compactMap { Int($0) }
        let directory = NSTemporaryDirectory() + "securestore-benchmark-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: directory) }
        print("| operation | items | store p50 | floor p50 | ratio p50 | store p99 | floor p99 |")
        print("|---|--:|--:|--:|--:|--:|--:|")
        for size in sizes.isEmpty ? [100, 10_000, 1_000_000] : sizes {
            try Comparison(directory: directory, count: size, only: only).run()
        }
    }
}

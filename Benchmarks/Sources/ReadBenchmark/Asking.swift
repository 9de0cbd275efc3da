import CFloor
import Foundation
import SecureStore

/// Queries for a hundred of many items: by equal values, by what values begin with, and by dates.
struct Asking {
    private let directory: String
    private let count: Int
    private static let found = 100

    init(directory: String, count: Int) { (self.directory, self.count) = (directory, count) }

    private var path: String { directory + "/asking.store" }

    func measure() throws {
        var options = StoreOptions()
        options.deviceKey = .file(directory + "/device.key")
        let store = try ItemStore.create(at: path, options: options)
        let begin = floor_now()
        try fill(store)
        try store.compact()
        let seconds = Double(floor_now() - begin) / 1e9
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        print(String(format: "\n%d items were added in %.1f s, %d bytes each", count, seconds, size / count))
        print("\n| asked of \(count) items | found | median | to equal labels |\n|---|--:|--:|--:|")
        var first: Double?
        for (name, query) in try queries(store) {
            let (found, time) = try measure(query, store)
            print(String(format: "| \(name) | %d | %.2f ms | %.1f |", found, time, time / (first ?? time)))
            first = first ?? time
        }
    }

    private func item(_ index: Int) -> GenericPassword {
        let tenant = index / Self.found
        return GenericPassword(
            service: "com.example.app\(index % 10)",
            account: "tenant-\(tenant)/user-\(index % Self.found)@example.com", label: "tenant \(tenant)")
    }

    private func fill(_ store: ItemStore) throws {
        let secret = try SecretBytes(copying: String(repeating: "s", count: 64).utf8)
        for start in stride(from: 0, to: count, by: 1_000) {
            try store.transaction { changes in
                for index in start..<min(count, start + 1_000) {
                    try changes.add(item(index), secret: secret)
                }
            }
        }
    }

    private func queries(_ store: ItemStore) throws -> [(String, Query<GenericPassword>)] {
        let (tenant, all) = (count / Self.found - 1, Query<GenericPassword>())
        let begun = all.where(.account, startsWith: "tenant-\(tenant)/")
        let more = all.where(.account, startsWith: "tenant-\(tenant)/user-5")
        let last = try store.all(begun.where(.service, equals: "com.example.app0"))
        guard let date = last.first?.item.creationDate else { throw Failure() }
        return [
            ("label equals `tenant 9`", all.where(.label, equals: "tenant \(tenant)")),
            ("account begins with `tenant-9/`", begun),
            ("the same within a service", begun.where(.service, equals: "com.example.app7")),
            ("account begins with `tenant-9/user-5`", more),
            ("account begins with `tenant-9`", all.where(.account, startsWith: "tenant-\(tenant)")),
            ("service begins with `com.example.app7`", all.where(.service, startsWith: "com.example.app7")),
            ("creation date in `date...`", all.where(.creationDate, in: date...)),
            (
                "the same within a service",
                all.where(.creationDate, in: date...).where(.service, equals: "com.example.app7")
            ),
        ]
    }

    /// The median of at least three times, in milliseconds.
    private func measure(
        _ query: Query<GenericPassword>, _ store: ItemStore
    ) throws -> (found: Int, time: Double) {
        var found = try store.all(query, returning: .attributes).count
        var times: [UInt64] = []
        while times.count < 3 || times.reduce(0, +) < 500_000_000 {
            let begin = floor_now()
            found = try store.all(query, returning: .attributes).count
            times.append(floor_now() - begin)
        }
        return (found, Double(times.sorted()[times.count / 2]) / 1e6)
    }
}

import CFloor
import Foundation
import SecureStore

/// One size of store, every operation.
struct Comparison {
    private let store: ItemStore
    private let floor: OpaquePointer
    private let count: Int
    private let path: String
    private let options: StoreOptions
    private let secret: SecretBytes
    private let writes = 300
    /// The beginning of the names of the operations to measure.
    private let only: String

    init(directory: String, count: Int, only: String) throws {
        self.count = count
        self.only = only
        path = "\(directory)/\(count).store"
        var options = StoreOptions()
        options.deviceKey = .file(directory + "/device.key")
        self.options = options
        secret = try SecretBytes(copying: String(repeating: "s", count: 64).utf8)
        guard let floor = floor_create("\(directory)/\(count).floor", Int64(count)) else { throw Failure() }
        self.floor = floor
        store = try ItemStore.create(at: path, options: options)
        for start in stride(from: 0, to: count, by: 1_000) {
            try add(start..<min(count, start + 1_000))
        }
    }

    struct Failure: Error {}

    func run() throws {
        // Twice, with other items each time: at first the pages of a file are not mapped yet.
        try compareFinds("first finds by identity, with secret", seed: 5)
        try compareFinds("find by identity, with secret", seed: 7)
        let reads = 20_000
        let places = places(reads, seed: 7)
        let names = names(places)
        let strangers = places.map { (service: service(50_000_000 + $0), account: account(50_000_000 + $0)) }
        try compare("find attributes only", reads) { index in
            guard try store.copyMatching(query(names[index]), returning: .attributes).count == 1 else {
                throw Failure()
            }
        } floor: {
            floor_find_named(floor, Int64($0), 0)
        }
        try compare("missing item", reads) { index in
            guard try store.first(query(strangers[index])) == nil else { throw Failure() }
        } floor: {
            floor_find(floor, Int64(50_000_000 + places[$0])) == 1 ? 0 : -1
        }
        try compare("list all, per item", max(3, 200_000 / count), per: count) { _ in
            var seen = 0
            try store.list(Query<GenericPassword>(), returning: .attributes) { _ in seen += 1 }
            guard seen == count else { throw Failure() }
        } floor: { _ in
            floor_list(floor) == count ? 0 : -1
        }
        try compareWrites()
        try compare("open", 50) { _ in
            _ = try ItemStore.open(at: path, options: options)
        } floor: { _ in
            floor_open(path.replacingOccurrences(of: ".store", with: ".floor"))
        }
        floor_close(floor)
    }

    private func compareFinds(_ name: String, seed: UInt64) throws {
        let places = places(20_000, seed: seed)
        let names = names(places)
        floor_name(floor, places.map { Int64($0) }, Int64(places.count))
        try compare(name, places.count) { index in
            guard try store.copyMatching(query(names[index])).count == 1 else { throw Failure() }
        } floor: {
            floor_find_named(floor, Int64($0), 1)
        }
    }

    private func places(_ reads: Int, seed: UInt64) -> [Int] {
        var random = SplitMix(state: seed)
        return (0..<reads).map { _ in Int(random.next() % UInt64(count)) }
    }

    /// Names are made before the clock starts, for both: making them is the caller's business.
    private func names(_ places: [Int]) -> [(service: String, account: String)] {
        places.map { (service: service($0), account: account($0)) }
    }

    /// Both journals grow to their size first and are then overwritten.
    private func compareWrites() throws {
        for index in 0..<400 {
            _ = try store.set(item(index % count), secret: secret)
            guard floor_update(floor, Int64(index % count)) == 0 else { throw Failure() }
        }
        try compare("add, durable", writes) { index in
            try store.add(item(count + index), secret: secret)
        } floor: {
            floor_add(floor, Int64(count + $0))
        }
        try compare("add, durable, against a bare insert", writes) { index in
            try store.add(item(2 * count + writes + index), secret: secret)
        } floor: {
            floor_bare_insert(floor, Int64($0))
        }
        try compare("update, durable", writes) { index in
            try store.update(query(index % count), Changes<GenericPassword>().secret(secret))
        } floor: {
            floor_update(floor, Int64($0 % count))
        }
        try compare("delete, durable", writes) { index in
            try store.delete(query(count + index))
        } floor: {
            floor_delete(floor, Int64(count + $0))
        }
        try compareBatches(of: 5_000, rounds: 6)
        try compareBatches(of: 100_000, rounds: 1)
    }

    private func compareBatches(of batch: Int, rounds: Int) throws {
        try compare("add in batches of \(batch), per item", rounds, per: batch) { index in
            let start = 10 * count + batch * (1_000 + index)
            try add(start..<(start + batch))
        } floor: {
            floor_add_batch(floor, Int64(10 * count + batch * (1_000 + $0)), Int64(batch))
        }
    }

    private func add(_ range: Range<Int>) throws {
        try store.transaction { changes in
            for index in range { try changes.add(item(index), secret: secret) }
        }
    }

    private func item(_ index: Int) -> GenericPassword {
        GenericPassword(service: service(index), account: account(index))
    }

    private func query(_ name: (service: String, account: String)) -> Query<GenericPassword> {
        Query<GenericPassword>().where(.service, equals: name.service).where(.account, equals: name.account)
    }

    private func query(_ index: Int) -> Query<GenericPassword> {
        Query<GenericPassword>().where(.service, equals: service(index)).where(
            .account, equals: account(index))
    }

    private func service(_ index: Int) -> String { "com.example.app" + padded(index / 100, 4) }
    private func account(_ index: Int) -> String { "user" + padded(index, 8) + "@example.com" }
    private func padded(_ number: Int, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    /// Times both in turn, call by call, and prints a row.
    private func compare(
        _ name: String, _ rounds: Int, per: Int = 1, store body: (Int) throws -> Void, floor: (Int) -> Int32
    ) throws {
        guard only.isEmpty || name.hasPrefix(only) else { return }
        var (ours, theirs): ([UInt64], [UInt64]) = ([], [])
        let block = max(1, min(500, rounds / 10))
        for start in stride(from: 0, to: rounds, by: block) {
            for index in start..<min(rounds, start + block) {
                let begin = floor_now()
                try body(index)
                ours.append(floor_now() - begin)
            }
            for index in start..<min(rounds, start + block) {
                let begin = floor_now()
                guard floor(index) == 0 else { throw Failure() }
                theirs.append(floor_now() - begin)
            }
        }
        ours.sort()
        theirs.sort()
        func at(_ values: [UInt64], _ share: Double) -> Double {
            Double(values[min(values.count - 1, Int(share * Double(values.count)))]) / 1_000 / Double(per)
        }
        let row = [
            at(ours, 0.5), at(theirs, 0.5), at(ours, 0.5) / at(theirs, 0.5), at(ours, 0.99), at(theirs, 0.99),
        ]
        let cells = row.enumerated().map {
            $0 == 2 ? String(format: "%.2f", $1) : String(format: "%.2f us", $1)
        }
        print("| \(name) | \(count) | \(cells.joined(separator: " | ")) |")
    }
}

struct SplitMix {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}

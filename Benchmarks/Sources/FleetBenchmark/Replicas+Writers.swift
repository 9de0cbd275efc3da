import Foundation
import SecureStore

extension Replicas {
    /// The number of single changes that the threads of one host make, beside updates over one connection and
    /// over as many.
    func measureWriters() throws {
        let store = try begin(items: 0)
        for writers in [1, 2, 4, 8, 16] {
            var rates: [(changes: Double, one: Double, many: Double)] = []
            for _ in 0..<3 {
                let changes = try Self.rate(of: writers) { writer in
                    let secret = try SecretBytes(copying: [1, 2, 3, 4])
                    return { try store.set(Self.item(writer), secret: secret) }
                }
                rates.append((changes, try bareRate(of: 1), try bareRate(of: writers)))
            }
            let middle = rates.sorted { $0.changes / $0.one < $1.changes / $1.one }[1]
            print(
                "\(writers) writers of one host: \(Int(middle.changes)) changes a second, \(middle.changes / middle.one) of "
                    + "\(Int(middle.one)) updates over one connection, \(middle.changes / middle.many) of "
                    + "\(Int(middle.many)) over as many"
            )
        }
    }

    /// The number of times a second that as many connections update the same row.
    func bareRate(of connections: Int) throws -> Double {
        try Self.rate(of: connections) { [openBare] _ in
            let bare = try openBare()
            return { try bare.update() }
        }
    }

    /// The number of times a second that threads do what `make` makes for each of them.
    static func rate(
        of threads: Int, for seconds: Double = 2,
        _ make: @escaping @Sendable (Int) throws -> () throws -> Void
    ) throws -> Double {
        let (queue, group) = (DispatchQueue(label: "counts"), DispatchGroup())
        nonisolated(unsafe) var count = 0
        for thread in 0..<threads {
            group.enter()
            Thread.detachNewThread {
                var own = 0
                do {
                    let work = try make(thread)
                    try work()
                    let end = ContinuousClock.now + .seconds(seconds)
                    while ContinuousClock.now < end {
                        try work()
                        own += 1
                    }
                } catch { print("thread \(thread) ended: \(error)") }
                let done = own
                queue.sync { unsafe count += done }
                group.leave()
            }
        }
        group.wait()
        return Double(queue.sync { unsafe count }) / seconds
    }
}

import SecureStore
import Foundation
@main struct Main {
    static func main() throws {
        let dir = "/tmp/smoke-\(UInt32.random(in: 0...UInt32.max))"
        try FileManager.default.createDirectory(
            atPath: dir, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        var options = StoreOptions(); options.deviceKey = .file(dir + "/device.key")
        let store = try ItemStore.create(at: dir + "/a.store", options: options)
        let item = GenericPassword(service: "mail", account: "maria", label: "Mail")
        let ref = try store.add(item, secret: try SecretBytes(copying: "hunter2".utf8))
        print(ref, try store.itemCount, try store.sequenceNumber)
        let q = Query<GenericPassword>().where(.service, equals: "mail").where(.account, equals: "maria")
        let m = try store.copyMatching(q)[0]
        print(m.item.label ?? "-", m.secret?.count ?? -1, m.generation, m.item.accessGroup ?? "-")
        do { try store.add(item) } catch { print(error) }
        print(try store.update(q, Changes<GenericPassword>().set(.label, to: "New")))
        print(try store.verify())
        print(
            try store.copyMatching([
                "class": .string("genp"), "r_Attributes": .boolean(true), "r_Data": .boolean(true),
            ]) as Any)
        try store.setPassphrase(SecretBytes(copying: "pass".utf8), cost: .interactive)
        print(try store.protection)
        store.lock()
        do { _ = try store.copyMatching(q) } catch { print(error) }
        do { try store.unlock(with: .passphrase(SecretBytes(copying: "nope".utf8))) } catch { print(error) }
        try store.unlock(with: .passphrase(SecretBytes(copying: "pass".utf8)))
        print(try store.copyMatching(q).count)
        try store.delete(q)
        do { _ = try store.copyMatching(q) } catch { print(error) }
        // quick bench
        let b = try ItemStore.create(at: dir + "/b.store", options: options)
        let clock = ContinuousClock()
        let secret = try SecretBytes(copying: String(repeating: "x", count: 64).utf8)
        let n = 10_000
        print(
            "batch add us/item",
            try clock.measure {
                try b.transaction { t throws(StoreError) in
                    for i in 0..<n {
                        try t.add(
                            GenericPassword(
                                service: "com.example.app\(i/100)", account: "user\(i)@example.com",
                                label: "l"), secret: secret)
                    }
                }
            } / n)
        print(
            "find us",
            try clock.measure {
                for i in 0..<n {
                    _ = try b.copyMatching(
                        Query<GenericPassword>().where(.service, equals: "com.example.app\(i/100)").where(
                            .account, equals: "user\(i)@example.com"))
                }
            } / n)
        print(
            "add us",
            try clock.measure {
                for i in 0..<300 {
                    _ = try b.add(GenericPassword(service: "s", account: "\(i)"), secret: secret)
                }
            } / 300)
        print("open us", try clock.measure { _ = try ItemStore.open(at: dir + "/b.store", options: options) })
        print(try b.verify().isIntact)
        _ = try clock.measure { _ = try b.verify() }
    }
}

import FoundationEssentials
import SecureStore
import SecureStoreFleet

/// The work of the process on a replica.
struct Work {
    enum Mode: String {
        /// Adds items.
        case add
        /// Everything else that a replica can do, and items in between.
        case all
    }

    let fleet: Fleet
    let store: ItemStore
    let path: String
    let name: String

    func run(_ mode: Mode) throws {
        for turn in 0... {
            if mode == .all { try other(turn) }
            try store.add(
                GenericPassword(service: name, account: "\(turn)"),
                secret: SecretBytes(copying: "\(name) \(turn)".utf8))
            Main.say("\(turn)")
        }
    }

    private func other(_ turn: Int) throws {
        switch Int.random(in: 0..<16) {
        case 0: try store.rotateKeys()
        case 1, 2: try passphrase()
        case 3: try store.compact()
        case 4: try store.backup(to: "\(path).\(name)-\(turn)")
        case 5, 6: try recoveryCode()
        default: try fleet.catchUp(store)
        }
    }

    /// Others do the same at the same time, so that each may be refused.
    private func passphrase() throws {
        do throws(StoreError) {
            if try store.protection().hasPassphrase {
                try store.removePassphrase()
            } else {
                try store.setPassphrase(try SecretBytes(copying: "open".utf8), cost: .cheapest)
            }
        } catch { guard error.status == .param else { throw error } }
    }

    private func recoveryCode() throws {
        do {
            if let slot = try store.protection().slots.first(where: { $0.kind == .recoveryCode }) {
                try store.removeSlot(slot.number)
            } else {
                try store.addRecoveryCode { _ in }
            }
        } catch let error as StoreError where error.status == .param {}
    }
}

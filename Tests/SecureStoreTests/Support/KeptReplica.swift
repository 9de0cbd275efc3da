import Foundation

@testable import SecureStore

/// A copy of a replica's file, to be lied to.
enum KeptReplica {
    static func copy(of store: ItemStore, in directory: String) throws -> Engine {
        let path = "\(directory)/\(UUID().uuidString).store"
        try store.backup(to: path)
        return try ItemStore.open(at: path, options: store.options).engine
    }
}

import Foundation
import XCTest

@testable import SecureStore

/// A copy of a replica's file, to be lied to.
enum KeptReplica {
    static func copy(of store: ItemStore, in directory: String) throws -> Replica {
        let path = "\(directory)/\(UUID().uuidString).store"
        try store.backup(to: path)
        let copy = try ItemStore.open(at: path, options: store.options)
        return try XCTUnwrap(copy.replica)
    }
}

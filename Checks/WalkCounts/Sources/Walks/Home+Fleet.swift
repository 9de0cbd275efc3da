import Foundation
import SecureStore
import SecureStoreFleet

extension Home {
    /// `set` on the first host of a fleet, on the server that `WALKS_SERVER` names.
    func fleetCall(store number: Int) throws -> Call {
        guard let settings = ProcessInfo.processInfo.environment["WALKS_SERVER"] else { throw Failure() }
        try Fleet.prepareServer(settings)
        let store = try Fleet(Fleet.newIdentifier(), on: settings).begin(with: path(number), options: options)
        let secret = try Self.secret()
        return { try store.set(Self.item($0), secret: secret) }
    }
}

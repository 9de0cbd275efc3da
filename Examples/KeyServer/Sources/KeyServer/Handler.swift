import Foundation
import SecureStore

/// The function that a web framework would call for each request; the answer is a status code of HTTP.
struct Handler: Sendable {
    enum Request {
        case check(tenant: String, key: SecretBytes)
        case rotate(tenant: String)
    }

    let keys: KeyService

    func respond(to request: Request) async -> Int {
        do {
            switch request {
            case .check(let tenant, let key):
                // The comparison takes the same time wherever the keys differ.
                return try await keys.key(of: tenant) == key ? 200 : 401
            case .rotate(let tenant):
                try await keys.rotateKey(of: tenant)
                return 204
            }
        } catch {
            return Self.code(for: error)
        }
    }

    private static func code(for error: StoreError) -> Int {
        switch error.status {
        case .itemNotFound: return 404
        // Busy or locked passes: the client may try again.
        case .databaseLocked, .interactionNotAllowed: return 503
        default:
            // A reason holds no secret.
            FileHandle.standardError.write(Data("KeyServer: \(error)\n".utf8))
            return 500
        }
    }
}

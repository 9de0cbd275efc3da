private import Glibc
package import SecureStoreCLI
package import SecureStoreSecretService

/// The program `securestore-secret-service`: what other programs ask for on the session bus.
///
/// The command `securestore secret-service` starts it, and is not linked with sd-bus itself.
@main struct Main {
    static func main() { exit(Dialect.runSecretService(SecretService.self)) }
}

extension SecretService: SecretServiceProgram {
    package static func serve(idle: Duration?, ready: () throws -> Void) throws {
        let service = try SecretService(on: try BusConnection())
        try ready()
        try service.run(idle: idle)
    }

    package static func items(_ body: (KeyringItem) throws -> Void) throws {
        try SecretServiceClient(BusConnection(), of: busName).items(body)
    }

    package static func owner() throws -> SecretServiceOwner? {
        do {
            return SecretServiceOwner(process: try BusConnection().credentials(of: busName).process)
        } catch let failure as BusFailure where failure.meansNobody { return nil }
    }

    package static func reloadBus() throws { try BusConnection().reload() }
}

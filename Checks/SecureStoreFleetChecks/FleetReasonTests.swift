import SecureStore
import XCTest

@testable import SecureStoreFleet

/// Errors of a fleet's server and of its hosts: each text says what to do next.
final class FleetReasonTests: HostsTestCase {
    private func check(_ rows: [Provoked]) { for row in rows { row.check() } }

    func test_server_thatDoesNotAnswer_saysWhatToLookAt() throws {
        let (port, words) = (try Loopback.freePort(), ["can be reached", "try again"])
        let (listener, silent) = try Loopback.listener()
        defer { close(listener) }
        let lock = try fleet.lock(5, waitingAtMost: .zero)
        defer { lock.release() }
        check([
            Provoked("nobody", .notAvailable, words) {
                try self.makeFleet(self.postgres.loopback(port: port)).hosts()
            },
            Provoked("silence", .notAvailable, words) {
                try self.makeFleet(self.postgres.loopback(port: silent), patience: .milliseconds(50)).hosts()
            },
            Provoked("lock", .databaseLocked, ["another host", "try again"]) {
                try self.makeFleet().lock(5, waitingAtMost: .milliseconds(20))
            },
            Provoked("no fleet", .noSuchKeychain, ["the identifier", "fleet init"]) {
                try self.newest(of: self.makeFleet(identifier: random(16)))
            },
        ])
    }

    func test_tables_thatAreNotRight_sayWhoMendsThem() throws {
        try FleetSchema(postgres.settings(), schema: "later").prepare()
        try postgres.run("UPDATE later.version SET number = 99")
        let later = try FleetServer(postgres.settings(), fleet: identifier, schema: "later")
        let malformed = ServerError.malformed("the server has numbers out of order").storeError
        check([
            Provoked("prepare", .decode, ["newer version", "update this program"]) {
                try FleetSchema(self.postgres.settings(), schema: "later").prepare()
            },
            Provoked("use", .noSuchKeychain, ["version 99", "Fleet.prepareServer", "fleet init"]) {
                try self.newest(of: later)
            },
            Provoked("malformed", .decode, ["fleet verify", "repair"]) { throw malformed },
            Provoked("schema", .param, ["name of a schema", "1 to 63"]) {
                try FleetServer("", fleet: random(16), schema: "")
            },
        ])
    }

    func test_settings_thatCannotBeRead_sayWhatIsMeant() throws {
        check([
            Provoked("port", .param, ["a port is a number"]) {
                try FleetServer("port=x", fleet: random(16))
            },
            Provoked("words", .param, ["key=value", "URI"]) { try FleetServer("x", fleet: random(16)) },
            Provoked("identifier", .param, ["32 hexadecimal digits", "Fleet.newIdentifier()"]) {
                try Fleet("abc", on: "")
            },
        ])
    }

    func test_hosts_thatAreNotThere_sayWhoDoesWhat() throws {
        let store = try begin()
        let other = try Fleet(Fleet.newIdentifier(), on: postgres.settings())
        let code = try ItemStore.requestToJoin(name: "b", options: options("b")).code
        check([
            Provoked("code", .authFailed, ["ask again", "fleet join"]) {
                try self.own.letIn(code, over: store)
            },
            Provoked("another fleet", .param, ["Fleet.identifier(of:)", "fleet status"]) {
                try other.catchUp(store)
            },
            Provoked("twice", .duplicateKeychain, ["join it", "Fleet.newIdentifier()"]) {
                try self.fleet.register(change(1, keys: random(40)))
            },
        ])
    }
}

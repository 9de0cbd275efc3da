import XCTest

/// Programs of others on the bus, with our service and with gnome-keyring: `Support/bus_clients.py` has the
/// scenarios.
final class BusClientTests: BusTestCase {
    private func check(_ scenario: String, with tools: String...) throws {
        for tool in tools + ["gnome-keyring-daemon"] { _ = try Tool(tool) }
        try run(scenario, of: "bus_clients.py")
        try run(scenario + "@gnome-keyring", of: "bus_clients.py")
    }

    func test_secretTool_storesAndFinds() throws { try check("secret_tool", with: "secret-tool") }

    func test_libsecret_storesFindsAndHears() throws { try check("introspected") }

    func test_goKeyring_storesAndFinds() throws { try check("go") }

    func test_docker_storesAndFinds() throws { try check("docker", with: "docker-credential-secretservice") }

    func test_git_storesAndFinds() throws { try check("git", with: "gcc", "pkg-config") }

    func test_qtkeychain_storesAndFinds() throws { try check("qt", with: "g++", "pkg-config") }

    func test_chromium_keepsItsKey() throws { try check("chromium", with: "chromium") }
}

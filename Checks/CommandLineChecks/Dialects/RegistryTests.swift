import XCTest

/// skopeo, which logs in as docker and podman do, and Docker's library for Python, with the helper and a
/// registry on this machine.
final class RegistryTests: CommandTestCase {
    override func setUpWithError() throws {
        try super.setUpWithError()
        _ = try Tool("skopeo")
        _ = try Tool("python3")
    }

    func test_inspect_afterALogin_isAnsweredByTheHelper() throws {
        XCTAssertEqual(
            try session("inspect; login one; inspect; ! grep -c one auth.json"),
            ["refused", "Login Succeeded!", "inspected", "0"])
    }

    func test_inspect_afterALogout_isRefused() throws {
        XCTAssertEqual(
            try session("login one > made; skopeo logout $HOST > made; inspect; securestore list"),
            ["refused", "no items"])
    }

    func test_login_withAWrongPassword_storesNothing() throws {
        XCTAssertEqual(try session("login two; securestore list"), ["no items"])
    }

    func test_library_afterALogin_findsChangesAndErasesIt() throws {
        _ = try Tool.python(with: "docker")
        let script = #"""
            import os, docker.auth, docker.credentials
            store = docker.credentials.Store("securestore")
            print(store.list() == {os.environ["HOST"]: "maria"}, store.get(os.environ["HOST"])["Secret"])
            store.store("hub.example", "eva", "p\"\u00e4\\")
            config = docker.auth.AuthConfig({"credsStore": "securestore"})
            print(config.resolve_authconfig("hub.example")["Password"])
            for host in [os.environ["HOST"], "hub.example"]: store.erase(host)
            try: store.get("hub.example")
            except docker.credentials.errors.CredentialsNotFound: print(store.list())
            """#
        XCTAssertEqual(
            try session("login one > made; cat > library.py <<'END'\n\(script)\nEND\npython3 library.py"),
            ["True one", "p\"ä\\", "{}"])
    }

    /// The lines that a script prints, which has a registry that maria reaches with the password `one`.
    private func session(_ script: String) throws -> [String] {
        let start = #"""
            export REGISTRY_AUTH_FILE=$PWD/auth.json
            printf '{"credHelpers": {"%s": "securestore"}}' $HOST > auth.json
            login() {
                printf %s "$1" | skopeo login --tls-verify=false -u maria --password-stdin $HOST 2> error
            }
            inspect() {
                skopeo inspect --tls-verify=false docker://$HOST/app > made 2> error && echo inspected || echo refused
            }
            securestore init > made

            """#
        let outcome = try run(
            python: "registry.py", [start + script], ["PATH": names + ":" + Tool.searchPath])
        XCTAssertEqual(outcome.code, 0, outcome.errors)
        return outcome.text.split(separator: "\n").map(String.init)
    }
}

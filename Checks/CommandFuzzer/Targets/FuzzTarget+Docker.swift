import SecureStore
import SecureStoreJSON

@testable import SecureStoreCLI

extension FuzzTarget {
    /// Logins that docker hands over: each is kept, listed and answered as it came.
    static let docker = FuzzTarget(name: "docker") { input in
        if let server = try? DockerLogin.server(input.secret()) {
            require(!server.isEmpty && server.utf8.count <= input.count, "an address of nothing")
        }
        let login = try DockerLogin(input.secret())
        let store = try ItemStore.inMemory()
        try DockerLogin.keep(login, in: store)
        let found = try DockerLogin.find(login.server, in: store)
        require(found.server.isSpelled(as: login.server), "another address")
        require(found.username.isSpelled(as: login.username), "another user")
        require(found.secret == login.secret, "another secret")
        let again = try DockerLogin(found.json())
        require(again.server.isSpelled(as: login.server), "another address in the answer")
        require(again.username.isSpelled(as: login.username), "another user in the answer")
        require(again.secret == login.secret, "another secret in the answer")
        let list = try JSONValue(SecretBytes(utf8: DockerLogin.list(in: store))).strings()
        let isListed = list?.count == 1 && list?.first.map { $0 == (login.server, login.username) } == true
        require(isListed, "the list is another")
    }
}

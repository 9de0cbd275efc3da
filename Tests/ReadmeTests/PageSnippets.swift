// The code of the pages and comments of the products, where the compiler sees it: each is the body of one
// function. Never called; what they need comes as parameters.

import Foundation
import SecureStore
import SecureStoreFleet
import SecureStoreTesting
import TokenVault
import XCTest

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

func prepare() throws {
    try Fleet.prepareServer("service=secrets-owner", hosts: ["app"], administrators: ["secrets_admin"])
}

func begin() throws -> ItemStore {
    let fleet = try Fleet(Fleet.newIdentifier(), on: "service=secrets-admin")
    let store = try fleet.begin(with: "/var/lib/app/app.securestore")
    print(fleet.identifier)
    return store  // not on the page
}

func ask(_ identifier: String) throws {
    let fleet = try Fleet(identifier, on: "service=secrets")
    let request = try fleet.ask(as: "web-2")
    print(try request.code.text())
}

func letIn(_ fleet: Fleet, _ code: SecretBytes, _ store: ItemStore) throws -> (String, Int) {
    let (name, slot) = try fleet.letIn(code, over: store)
    return (name, slot)  // not on the page
}

func join(_ fleet: Fleet, _ request: JoinRequest) throws -> ItemStore {
    let store = try fleet.join(request, at: "/var/lib/app/app.securestore")
    return store  // not on the page
}

func open(_ fleet: Fleet) throws -> ItemStore {
    let store = try fleet.open(at: "/var/lib/app/app.securestore")
    return store  // not on the page
}

func openLimited(_ fleet: Fleet, _ path: String) throws -> ItemStore {
    let store = try fleet.open(at: path, reading: .local(atMost: .seconds(5), beyond: .serve))
    return store  // not on the page
}

func useFleet(_ key: SecretBytes) throws {
    let fleet = try Fleet("6f1c…", on: "service=secrets")
    let store = try fleet.open(at: "/var/lib/app/app.securestore")
    try store.set(GenericPassword(service: "api", account: "app"), secret: key)  // on every host
}

func beginVault(
    _ answerToTheLogin: SecretBytes, _ ask: @escaping @Sendable (Token?) async throws -> (Int, SecretBytes)
) async throws -> Token {
    let vault = TokenVault(try ItemStore.openOrCreateDefault(), service: "api.example")
    try vault.save(TokenPair(response: answerToTheLogin), for: "maria")

    let token = try await vault.validAccessToken(for: "maria") { old in
        let (status, body) = try await ask(old.refreshToken)
        guard status == 200 else { throw RefreshFailure(statusCode: status, body: body, retryAfter: nil) }
        return try TokenPair(response: body, replacing: old)
    }
    return token  // not on the page
}

func refreshing(_ tokenEndpoint: URL) -> TokenVault.Renewal {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 5
    let session = URLSession(configuration: configuration)

    @Sendable func refresh(_ old: TokenPair) async throws -> TokenPair {
        guard let refreshToken = old.refreshToken else {
            throw RefreshFailure.grantRevoked(reason: "there is no refresh token")
        }
        var request = URLRequest(url: tokenEndpoint)
        request.httpMethod = "POST"
        request.httpBody = Data("grant_type=refresh_token&refresh_token=\(try refreshToken.text())".utf8)
        let (body, response) = try await session.data(for: request)
        guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        guard response.statusCode == 200 else {
            throw RefreshFailure(
                statusCode: response.statusCode, body: body,
                retryAfter: response.value(forHTTPHeaderField: "Retry-After"))
        }
        return try TokenPair(response: body, replacing: old)
    }
    return refresh  // not on the page
}

func request(
    _ vault: TokenVault, _ resource: URL, _ refresh: @escaping TokenVault.Renewal
) async throws -> URLRequest {
    let pair = try await vault.validPair(for: "maria", refreshingWith: refresh)
    var request = URLRequest(url: resource)
    request.setValue(try pair.authorizationValue(), forHTTPHeaderField: "Authorization")
    return request  // not on the page
}

func moveIn(_ vault: TokenVault, _ defaults: UserDefaults) throws {
    if let access = defaults.string(forKey: "access") {
        let pair = try TokenPair(accessToken: access, refreshToken: defaults.string(forKey: "refresh"))
        try vault.saveIfAbsent(pair, for: "maria")
        for key in ["access", "refresh"] { defaults.removeObject(forKey: key) }
    }
}

func failNext() throws {
    let clock = TestClock()
    let store = try ItemStore.inMemory(clock: clock)
    try store.faults.failNext(.copyMatching, with: .interactionNotAllowed)
    clock.advance(by: 3600)
}

func failures(_ store: ItemStore) throws {
    try store.faults.fail(.add, at: 3, with: .diskFull)  // the third, and no other
    try store.faults.failAll(.copyMatching, after: 2, with: .interactionNotAllowed)  // all but the next two
    try store.faults.removeAll()  // no more failures
}

func oneClock(_ store: ItemStore, _ data: Data, _ clock: TestClock) throws {
    let vault = TokenVault(store, service: "api.example")
    try vault.save(TokenPair(response: data, receivedAt: clock.now), for: "maria")
    clock.advance(by: 3600)  // the next validAccessToken refreshes
}

struct Login {
    let start: () throws -> Bool
}

func calls(_ store: ItemStore, _ login: Login) throws {
    try store.faults.removeCalls()
    _ = try login.start()
    XCTAssertEqual(try store.faults.calls.map(\.operation), [.copyMatching])  // one look, no change
}

func ownError() throws {
    throw StoreError(.itemNotFound, "made by a test")
}

func inAFile(_ directory: String, _ clock: TestClock) throws -> ItemStore {
    var options = StoreOptions(clock: clock)  // of SecureStoreTesting; without it, StoreOptions()
    options.deviceKey = .bytes(try SecretBytes.random(count: 32))
    let store = try ItemStore.create(at: directory + "/test.securestore", options: options)
    return store  // not on the page
}

func watch(
    _ store: ItemStore, _ show: (ItemReference?) -> Void, _ hide: (ItemReference?) -> Void,
    _ readAgain: () -> Void
) async throws {
    for try await change in store.changes() {
        switch change.kind {
        case .added, .updated: show(change.reference)
        case .deleted: hide(change.reference)
        default: readAgain()
        }
    }
}

struct Profile: Codable {
    var visits = 0
}

func countVisit(_ store: ItemStore, _ profile: GenericPassword) throws {
    try store.updateValue(of: profile, as: Profile.self) { $0.visits += 1 }
}

func perform(_ store: ItemStore, _ query: Query<GenericPassword>) async throws {
    for try await match in store.items(query) { print(match.item.account) }
}

func look(
    _ store: ItemStore, _ passwords: Query<GenericPassword>, _ logins: Query<InternetPassword>
) async throws -> (Int, Int) {
    let counts = try await store.perform { store in try (store.count(passwords), store.count(logins)) }
    return counts  // not on the page
}

func makeKey(_ store: ItemStore, _ item: GenericPassword) throws -> SecretBytes? {
    let key = try store.getOrCreate(item, secret: .random(count: 32)).secret
    return key  // not on the page
}

import Foundation
import TokenVault

extension API {
    /// Signs in by a code that the user enters in a browser, on this machine or another (RFC 8628).
    func signIn(show: @Sendable (_ code: String, _ address: String) -> Void) async throws {
        let (body, response) = try await post("/device", ["client_id": "token-client"])
        guard response.statusCode == 200 else {
            throw Failure(message: "the server answered \(response.statusCode) to the login")
        }
        let login = try JSONDecoder().decode(DeviceLogin.self, from: body)
        show(login.user_code, login.verification_uri)
        let deadline = Date(timeIntervalSinceNow: login.expires_in)
        var pause = login.interval ?? 5
        while Date() < deadline {
            try await Task.sleep(for: .seconds(pause))
            if let pair = try await pair(for: login, &pause) { return try vault.save(pair, for: account) }
        }
        throw Failure(message: "nobody entered the code in time")
    }

    /// The first pair, or nil while the user has not entered the code.
    private func pair(for login: DeviceLogin, _ pause: inout Double) async throws -> TokenPair? {
        let (body, response) = try await post(
            "/token",
            [
                "grant_type": "urn:ietf:params:oauth:grant-type:device_code", "client_id": "token-client",
                "device_code": login.device_code,
            ])
        if response.statusCode == 200 { return try TokenPair(response: body) }
        let refusal = try JSONDecoder().decode(Refusal.self, from: body)
        switch refusal.error {
        case "authorization_pending": break
        case "slow_down": pause += 5
        default: throw Failure(message: "the server refused the login: \(refusal.error)")
        }
        return nil
    }

    private struct DeviceLogin: Decodable {
        let device_code: String
        let user_code: String
        let verification_uri: String
        let expires_in: Double
        let interval: Double?
    }

    private struct Refusal: Decodable { let error: String }
}

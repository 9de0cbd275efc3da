import Foundation
import TokenVault

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Requests that carry a valid access token.
struct Client {
    let vault: TokenVault
    let account: String
    let base: String

    struct Refused: Error {
        let statusCode: Int
    }

    /// The body of a resource; a 401 for a token that looked fresh is answered by one refresh and one repetition.
    func get(_ path: String) async throws -> String {
        var pair = try await vault.validPair(for: account, refreshingWith: refresh)
        for isFirst in [true, false] {
            var request = URLRequest(url: try url(path))
            request.setValue(try pair.authorizationValue(), forHTTPHeaderField: "Authorization")
            let (body, response) = try await answer(to: request)
            if response.statusCode == 200 { return String(decoding: body, as: UTF8.self) }
            guard response.statusCode == 401, isFirst else { throw Refused(statusCode: response.statusCode) }
            pair = try await vault.refreshNow(
                for: account, rejected: pair.accessToken, refreshingWith: refresh)
        }
        throw Refused(statusCode: 401)
    }

    /// Asks for a new pair, and says of every other answer whether it ends the grant.
    @Sendable private func refresh(_ old: TokenPair) async throws -> TokenPair {
        guard let refreshToken = old.refreshToken else {
            throw RefreshFailure.grantRevoked(reason: "there is no refresh token")
        }
        var request = URLRequest(url: try url("/token"), timeoutInterval: 10)
        request.httpMethod = "POST"
        // A token of other letters than these would have to be percent-encoded.
        request.httpBody = Data("grant_type=refresh_token&refresh_token=\(try refreshToken.text())".utf8)
        let (body, response) = try await answer(to: request)
        guard response.statusCode == 200 else {
            throw RefreshFailure(
                statusCode: response.statusCode, body: body,
                retryAfter: response.value(forHTTPHeaderField: "Retry-After"))
        }
        return try TokenPair(response: body, replacing: old)
    }

    private func url(_ path: String) throws -> URL {
        guard let url = URL(string: base + path) else { throw URLError(.badURL) }
        return url
    }

    private func answer(to request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        let (body, response) = try await URLSession.shared.data(for: request)
        guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        return (body, response)
    }
}

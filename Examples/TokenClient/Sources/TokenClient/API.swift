import Foundation
import TokenVault

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Requests that carry an access token, which the vault keeps fresh.
struct API {
    let base: String
    let vault: TokenVault

    /// One user of this machine has one account.
    let account = "me"

    /// Ends a request after ten silent seconds, which a request's own limit does not do on Linux.
    private static let session: URLSession = {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 10
        return URLSession(configuration: configuration)
    }()

    /// The body of a resource.
    func get(_ path: String) async throws -> String {
        let pair = try await vault.validPair(for: account, refreshingWith: refresh)
        var (body, response) = try await get(path, with: pair)
        if response.statusCode == 401 {
            // The server revoked a token that looked fresh.
            let newer = try await vault.refreshNow(
                for: account, rejected: pair.accessToken, refreshingWith: refresh)
            (body, response) = try await get(path, with: newer)
        }
        guard response.statusCode == 200 else {
            throw Failure(message: "\(path): the server answered \(response.statusCode)")
        }
        return String(decoding: body, as: UTF8.self)
    }

    func signOut() throws -> Bool { try vault.delete(for: account) }

    private func get(_ path: String, with pair: TokenPair) async throws -> (Data, HTTPURLResponse) {
        var request = URLRequest(url: try url(path))
        request.setValue(try pair.authorizationValue(), forHTTPHeaderField: "Authorization")
        return try await answer(to: request)
    }

    /// Asks for a new pair, and says of every other answer whether it ends the grant.
    ///
    /// The vault cancels this after `VaultOptions.refreshLimit`, and the request with it.
    @Sendable private func refresh(_ old: TokenPair) async throws -> TokenPair {
        guard let refreshToken = old.refreshToken else {
            throw RefreshFailure.grantRevoked(reason: "there is no refresh token")
        }
        let (body, response) = try await post(
            "/token", ["grant_type": "refresh_token", "refresh_token": try refreshToken.text()])
        guard response.statusCode == 200 else {
            throw RefreshFailure(
                statusCode: response.statusCode, body: body,
                retryAfter: response.value(forHTTPHeaderField: "Retry-After"))
        }
        return try TokenPair(response: body, replacing: old)
    }

    // MARK: - Requests

    /// Sends a form.
    func post(_ path: String, _ form: [String: String]) async throws -> (Data, HTTPURLResponse) {
        var request = URLRequest(url: try url(path))
        request.httpMethod = "POST"
        request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        let allowed = CharacterSet.urlQueryAllowed.subtracting(CharacterSet(charactersIn: "+&="))
        let fields = form.map { name, value in
            "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")"
        }
        request.httpBody = Data(fields.joined(separator: "&").utf8)
        return try await answer(to: request)
    }

    private func url(_ path: String) throws -> URL {
        guard let url = URL(string: base + path) else { throw URLError(.badURL) }
        return url
    }

    private func answer(to request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        let (body, response) = try await Self.session.data(for: request)
        guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        return (body, response)
    }
}

/// The words for the user.
struct Failure: Error, CustomStringConvertible {
    let message: String
    var description: String { message }
}

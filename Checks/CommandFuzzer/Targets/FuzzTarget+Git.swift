import Foundation
import SecureStore

@testable import SecureStoreCLI

extension FuzzTarget {
    /// Three messages with empty lines between them: one to keep, a question, and one to erase.
    static let git = FuzzTarget(name: "git") { input in
        let messages = try parts(of: input).map { part in try GitMessage(part.secret()) }
        for message in messages { try checkReading(of: message) }
        let git = GitCredentials(store: try ItemStore.inMemory(), now: .distantPast)
        let (kept, question, erased) = (messages[0], messages[1], messages[2])
        let isKept = try GitSecret(kept) != nil && kept.words != nil
        // The second time it is there already.
        for _ in 1...2 { try git.keep(kept) }
        if let answer = try git.answer(to: question) {
            require(isKept, "an answer when there is nothing")
            try checkMatch(of: question, with: kept)
            try check(answer, to: kept)
        }
        guard isKept, let answer = try git.answer(to: kept) else {
            return require(try !isKept || isUnsaid(kept), "what was kept is not found again")
        }
        try check(answer, to: kept)
        try git.erase(erased)
        if try git.answer(to: kept) == nil {
            require(erased.password.map { $0 == kept.password } ?? true, "erased for another password")
            require(erased.credential.map { $0 == kept.credential } ?? true, "erased for another credential")
            try checkMatch(of: erased, with: kept)
        }
        // A credential without its type was not kept, so that erasing it erases nothing.
        guard try kept.credential == nil || GitSecret(kept)?.credential != nil else { return }
        try git.erase(kept)
        require(try git.answer(to: kept) == nil, "there is an answer after it was erased")
    }

    /// True if the one who kept it gets no answer: it has expired, or needs a git that knows of credentials.
    private static func isUnsaid(_ kept: GitMessage) throws -> Bool {
        guard let secret = try GitSecret(kept) else { return true }
        return secret.isExpired(at: Date.distantPast.timeIntervalSince1970)
            || (secret.credential != nil && !kept.knowsAuthType)
    }

    /// Always three.
    private static func parts(of input: [UInt8]) -> [[UInt8]] {
        var parts: [[UInt8]] = [[], [], []]
        var place = 0
        for line in input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if line.isEmpty, place < 2 { place += 1 } else { parts[place] += line + [UInt8(ascii: "\n")] }
        }
        return parts
    }

    /// The answer has to be what was kept.
    private static func check(_ answer: SecretBytes, to kept: GitMessage) throws {
        guard let secret = try GitSecret(kept) else { return }
        let read = try GitMessage(answer)
        require(read.username ?? "" == kept.username ?? "", "another user")
        require(secret.credential != nil || read.password == secret.password, "another password")
        require(read.credential == secret.credential, "another credential")
        require(read.refreshToken == secret.refreshToken, "another refresh token")
        require(read.expiry == secret.expiry.map { String($0) }, "another expiry")
        require(secret.credential == nil || read.authType == secret.authType, "another type")
    }

    /// Whatever the question says, the item has to fit it.
    private static func checkMatch(of question: GitMessage, with kept: GitMessage) throws {
        require(question.username.map { $0 == kept.username ?? "" } ?? true, "for another user")
        require(question.path.map { $0 == kept.path ?? "" } ?? true, "for another path")
        let (asked, known) = (HostAndPort.split(question.host ?? ""), HostAndPort.split(kept.host ?? ""))
        require(asked.server == known.server && asked.port == known.port, "for another host")
        require(
            InternetProtocol(spelling: question.proto ?? "") == InternetProtocol(spelling: kept.proto ?? ""),
            "for another protocol")
    }

    /// A message that is written out is read back the same.
    private static func checkReading(of message: GitMessage) throws {
        let texts = [
            ("protocol", message.proto), ("host", message.host), ("path", message.path),
            ("username", message.username), ("password_expiry_utc", message.expiry),
            ("authtype", message.authType), ("ephemeral", message.isEphemeral ? "true" : "false"),
            ("capability[]", message.knowsAuthType ? "authtype" : "state"),
        ]
        let secrets = [
            ("password", message.password), ("oauth_refresh_token", message.refreshToken),
            ("credential", message.credential),
        ]
        var lines: [UInt8] = []
        for (key, text) in texts { if let text { lines += Array("\(key)=\(text)\n".utf8) } }
        for (key, secret) in secrets { if let secret { lines += "\(key)=".utf8 + secret.copied + [0x0a] } }
        let again = try GitMessage(lines.secret())
        let before = [message.proto, message.host, message.path, message.username, message.expiry]
        let after = [again.proto, again.host, again.path, again.username, again.expiry]
        require(before == after, "\(before) became \(after)")
        require(message.password == again.password, "the password became another")
        require(message.refreshToken == again.refreshToken, "the refresh token became another")
        require(message.credential == again.credential, "the credential became another")
    }
}

internal import SecureStore

/// The reason why the server did not do what it was asked.
struct ServerError: Error {
    enum Kind: Equatable {
        /// The connection ended, and what was asked last may have been done or not.
        case lost
        /// There was no answer in time; the connection is not used any more.
        case late
        /// The server began, and then waited for a lock until there was no time left.
        case waited
        /// The server refused with this SQLSTATE. The connection is good, its transaction is not.
        case refused(state: String)
        /// The answer is none that the server gives to this question.
        case malformed
        /// The caller has made a mistake, and nothing was sent.
        case unusable
    }

    let kind: Kind
    let reason: String
    /// True if the server refused the last of several statements, and none before it.
    var isOfLast = false

    init(_ kind: Kind, _ reason: String) { (self.kind, self.reason) = (kind, reason) }

    /// The error for rows and answers that no host leaves on a server.
    static func malformed(_ what: String) -> ServerError {
        ServerError(
            .malformed,
            "\(what); on the host with the highest change, verify and repair the copy (Fleet.verify, securestore "
                + "fleet verify)")
    }

    static let noFleet = ServerError(
        .refused(state: "3F000"),
        "the server has no fleet of this identifier; check the server and the identifier; where it was there, a host writes it again "
            + "(Fleet.verify, securestore fleet verify), and else begin one (securestore fleet init)"
    )

    /// True if the session has lost a prepared statement, has it already, or has one for tables that have
    /// changed.
    ///
    /// A pooler that does not keep sessions together causes it, and so does a change of the tables.
    var isOfSession: Bool { ["26000", "42P05", "0A000"].contains { kind == .refused(state: $0) } }

    /// The error for a caller of the store, who knows nothing of servers.
    var storeError: StoreError {
        switch kind {
        case .lost, .late:
            return StoreError(
                .notAvailable, "\(reason); try again when the server can be reached and lets this login in")
        case .waited: return StoreError(.databaseLocked, "\(reason); try again")
        case .malformed: return StoreError(.decode, reason)
        case .unusable: return StoreError(.param, reason)
        case .refused(let state):
            let hint = "; a pooler in front of the server has to hand out sessions (pool_mode=session)"
            return StoreError(Self.status(of: state), reason + (isOfSession ? hint : ""))
        }
    }

    private static func status(of state: String) -> StoreStatus {
        switch state {
        // Not in time: a lock, or a statement.
        case "55P03", "57014": return .databaseLocked
        case "42501": return .wrPerm
        case "53100": return .diskFull
        case "3F000", "42P01": return .noSuchKeychain
        case _ where state.hasPrefix("28"): return .authFailed
        default: return .notAvailable
        }
    }

    /// Runs `body`, whose error becomes one for a caller of the store.
    static func translated<R>(_ body: () throws(ServerError) -> R) throws(StoreError) -> R {
        do throws(ServerError) { return try body() } catch { throw error.storeError }
    }

    /// The message of the server or of libpq for a log: a line of at most 200 characters, without `secret`.
    static func harmless(_ message: String, without secret: String) -> String {
        // By scalars: what a server puts behind a character may make another one of it.
        var text = message.unicodeScalars
        // Servers may repeat what they were sent.
        if !secret.isEmpty { text.replace(secret.unicodeScalars, with: "…".unicodeScalars) }
        let words = text.split { !$0.properties.generalCategory.isPrintable }
        let line = String.UnicodeScalarView(words.joined(separator: " ".unicodeScalars))
        return line.count > 200 ? String(line.prefix(199)) + "…" : String(line)
    }
}

extension Unicode.GeneralCategory {
    fileprivate var isPrintable: Bool {
        switch self {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
            .spaceSeparator:
            return false
        default: return true
        }
    }
}

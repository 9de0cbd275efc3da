import SecureStore

/// The file with the user's policy, which is read again whenever it has changed.
struct PolicyFile {
    static let name = "secret-service.conf"

    /// The policy; nil while the file cannot be read or understood, and then nobody is given anything.
    ///
    /// It is nil too while a file is empty, or gone that was there: an editor may be about to write it.
    private(set) var policy: Policy?
    private var mark: [Int]?
    private var wasThere = false
    private var told = ""

    /// Looks whether the file is another one now; returns what is to be told about it.
    mutating func refresh() -> String? {
        var news = ""
        do {
            let file = try ConfigurationFile(Self.name)
            guard policy == nil || file.mark != mark else { return nil }
            (policy, mark) = (nil, file.mark)
            wasThere = wasThere || mark != nil
            let text = try file.text()
            guard text?.isEmpty != true, text != nil || !wasThere else {
                let state = text == nil ? "gone; to do without it, start the service again" : "empty"
                throw StoreError(.notAvailable, "\(file.path) is \(state)")
            }
            do throws(Policy.Mistake) {
                let policy = try Policy(parsing: text ?? "")
                self.policy = policy
                if text != nil { news = "the policy was read; rules: \(policy.rules.count)" }
            } catch { news = Self.refusal("\(file.path), \(error)") }
        } catch {
            policy = nil
            news = Self.refusal("\(error)")
        }
        defer { told = news }
        return news == told || news.isEmpty ? nil : news
    }

    private static func refusal(_ reason: String) -> String {
        "nobody is given anything, since the policy cannot be read: \(reason)"
    }
}

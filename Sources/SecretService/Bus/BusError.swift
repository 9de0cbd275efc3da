import SecureStore

/// The answer to a call that cannot be done: a name that programs know, and words for people.
struct BusError: Error, Equatable {
    let name: String
    let words: String

    private static let (bus, secret) = ("org.freedesktop.DBus.Error.", "org.freedesktop.Secret.Error.")

    private init(_ name: String, _ words: String) { (self.name, self.words) = (name, words) }

    static func noSuchObject(_ path: String) -> BusError {
        BusError(secret + "NoSuchObject", "there is no object \(path.prefix(1_024))")
    }
    static let isLocked = BusError(secret + "IsLocked", "the collection is locked; unlock it first")
    static let noSession = BusError(
        secret + "NoSession", "this program has no such session; it opens one with OpenSession")
    static func notSupported(_ words: String) -> BusError { BusError(bus + "NotSupported", words) }
    static func invalidArguments(_ words: String) -> BusError { BusError(bus + "InvalidArgs", words) }
    static func unknownMethod(_ words: String) -> BusError { BusError(bus + "UnknownMethod", words) }
    static func unknownProperty(_ words: String) -> BusError { BusError(bus + "UnknownProperty", words) }
    static func readOnlyProperty(_ name: String) -> BusError {
        BusError(bus + "PropertyReadOnly", "the property \(name) is not written")
    }
    static func accessDenied(_ words: String) -> BusError { BusError(bus + "AccessDenied", words) }
    static let isDenied = accessDenied("the policy of the user does not let this program have it")
    static func tooMany(_ words: String) -> BusError { BusError(bus + "LimitsExceeded", words) }

    /// The answer for what a store refused.
    static func failed(_ error: any Error) -> BusError {
        if let error = error as? BusError { return error }
        guard let error = error as? StoreError else { return BusError(bus + "Failed", "\(error)") }
        switch error.status {
        case .interactionNotAllowed, .authFailed: return isLocked
        case .itemNotFound: return BusError(secret + "NoSuchObject", error.reason)
        case .dataTooLarge: return tooMany(error.reason)
        default: return BusError(bus + "Failed", error.reason)
        }
    }
}

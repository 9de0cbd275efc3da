import SecureStore

extension ItemClass {
    /// The classes whose items have rows of their own.
    static let listed: [ItemClass] = [.genericPassword, .internetPassword, .certificate, .key]

    /// The word for it on the command line.
    var optionName: String {
        switch self {
        case .genericPassword: return "generic"
        case .internetPassword: return "internet"
        case .certificate: return "certificate"
        case .key: return "key"
        case .identity: return "identity"
        }
    }
}

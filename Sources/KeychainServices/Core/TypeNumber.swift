/// The types that ``CFGetTypeID(_:)`` tells apart; the numbers mean nothing beyond one process.
enum TypeNumber: CFTypeID {
    case other = 1, null, string, dictionary, array, data, date, set, boolean, number, error
    case key, certificate, identity, trust, policy, accessControl, access, trustedApplication
    case keychain, keychainItem, allocator
}

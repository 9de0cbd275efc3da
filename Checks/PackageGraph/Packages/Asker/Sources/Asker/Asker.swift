// A package that knows nothing of keychains but asks for Apple's module, as many do.
#if canImport(Security)
/// What this package was compiled for.
public let askerSeesSecurity = true
#else
/// What this package was compiled for.
public let askerSeesSecurity = false
#endif

#if canImport(LocalAuthentication)
/// What this package was compiled for.
public let askerSeesLocalAuthentication = true
#else
/// What this package was compiled for.
public let askerSeesLocalAuthentication = false
#endif

// A package that knows nothing of keychains but asks for Apple's module, as many do.
#if canImport(Security)
/// The system that this package was compiled for.
public let askerSeesSecurity = true
#else
/// The system that this package was compiled for.
public let askerSeesSecurity = false
#endif

#if canImport(LocalAuthentication)
/// The system that this package was compiled for.
public let askerSeesLocalAuthentication = true
#else
/// The system that this package was compiled for.
public let askerSeesLocalAuthentication = false
#endif

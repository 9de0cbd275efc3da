#if canImport(Darwin)
@_exported public import Security
#else
// Sources that import Apple's module alone bridge to its types all the same.
@_exported public import Foundation
@_exported public import SecureStoreCodes
#endif

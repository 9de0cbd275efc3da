// The C library and what differs between systems, as one import.
@_exported public import CSecureStorePlatform

#if canImport(Darwin)
@_exported public import Darwin
#elseif canImport(Musl)
@_exported public import Musl
#else
@_exported public import Glibc
#endif

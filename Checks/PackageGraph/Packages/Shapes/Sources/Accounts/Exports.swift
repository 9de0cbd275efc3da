// Gives the names of the keychain to the files of this target that import only Foundation.
#if os(Linux)
@_exported import Security
#endif

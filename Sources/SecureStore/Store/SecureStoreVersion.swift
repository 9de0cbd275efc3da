/// The version of this package, as [semver.org](https://semver.org) numbers it.
///
/// The page Versions says what a number promises. Swift's documentation leaves out symbols whose names begin
/// with that of the module and `Version`, so that no page links to this one.
public enum SecureStoreVersion {
    /// The version that a program was built with.
    ///
    /// This line is the one place of the number: packages and manual pages take it from here.
    public static let current = "0.1.0"
}

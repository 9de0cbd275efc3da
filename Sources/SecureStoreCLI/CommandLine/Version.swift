/// The version of the program.
enum Version {
    /// What `--version` prints; the change log begins with the same number.
    static let number = "0.1.0"
}

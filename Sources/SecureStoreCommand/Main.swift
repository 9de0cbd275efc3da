private import Glibc
private import SecureStoreCLI

/// The command `securestore`, and the other names it answers to.
///
/// All of it is a library, so that other programs of this package can call its parts: fuzzers do.
@main struct Main {
    static func main() { exit(Dialect.runProgram()) }
}

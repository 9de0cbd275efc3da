private import Glibc

/// Standard input, output and error, which a caller may have closed.
enum StandardDescriptors {
    /// Fills the ones that are closed, so that no file of a store gets their numbers and is taken for input
    /// or output.
    ///
    /// Opened the wrong way round: whoever reads or writes one is told, as if it were still closed.
    static func fill() throws(CommandError) {
        for (descriptor, mode) in [
            (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
        ]
        where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free number is this one, as those below are taken.
            guard unsafe open("/dev/null", mode | O_NOCTTY) == descriptor else {
                throw .failure("/dev/null cannot be opened: \(SystemMessage.last)")
            }
        }
    }
}

private import CSecureStoreLinux
private import Glibc
import SecureStore

/// This program once more, in the background: with nothing of the terminal, and none of the caller's files.
enum BackgroundProgram {
    /// The descriptor under which it has ``start(_:input:handing:)``'s file.
    static let handedDescriptor: Int32 = 3

    /// Starts it with the words of a command line, an input, and perhaps an open file.
    static func start(_ words: [String], input: MemoryFile, handing file: Int32?) throws {
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        guard unsafe posix_spawn_file_actions_init(&actions) == 0 else { throw failure(ENOMEM) }
        defer { _ = unsafe posix_spawn_file_actions_destroy(&actions) }
        guard unsafe posix_spawnattr_init(&attributes) == 0 else { throw failure(ENOMEM) }
        defer { _ = unsafe posix_spawnattr_destroy(&attributes) }
        var isReady = unsafe posix_spawnattr_setflags(&attributes, Int16(securestore_own_session)) == 0
        isReady = unsafe posix_spawn_file_actions_adddup2(&actions, input.descriptor, 0) == 0 && isReady
        for number in [STDOUT_FILENO, STDERR_FILENO] {
            let code = unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_WRONLY, 0)
            isReady = isReady && code == 0
        }
        var next = handedDescriptor
        if let file {
            isReady = unsafe posix_spawn_file_actions_adddup2(&actions, file, next) == 0 && isReady
            next += 1
        }
        isReady = unsafe posix_spawn_file_actions_addclosefrom_np(&actions, next) == 0 && isReady
        guard isReady else { throw failure(ENOMEM) }
        var arguments = unsafe (["securestore"] + words).map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var environment = unsafe Withheld.environment() + [nil]
        var number = pid_t()
        let code = unsafe posix_spawn(
            &number, "/proc/self/exe", &actions, &attributes, &arguments, &environment)
        guard code == 0 else { throw failure(code) }
    }

    private static func failure(_ code: Int32) -> CommandError {
        .failure("no program can be started in the background: \(SystemMessage.text(for: code))")
    }
}

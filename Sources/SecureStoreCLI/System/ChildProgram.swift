private import CSecureStoreLinux
private import Glibc

/// Starts programs beside this one, without anything that leads to the passphrase unless they are ours.
enum ChildProgram {
    /// Starts a program that is found along the search path; nil when there is none of that name.
    ///
    /// Each of `descriptors` is a number for the program and what it has there, which is `/dev/null` for nil;
    /// they are the lowest numbers. A program that is apart has a session of its own, and no other open file.
    /// It gets signals that this one holds back. A program of ours unlocks the store as this one would, and
    /// gets all that leads to the passphrase.
    static func start(
        _ words: [String], path: String? = nil, descriptors: [(number: Int32, source: Int32?)] = [],
        isApart: Bool = false, isOurs: Bool = false
    ) throws(CommandError) -> Int32? {
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        var noSignals = sigset_t()
        guard unsafe posix_spawn_file_actions_init(&actions) == 0 else { throw failure(words, ENOMEM) }
        defer { _ = unsafe posix_spawn_file_actions_destroy(&actions) }
        guard unsafe posix_spawnattr_init(&attributes) == 0 else { throw failure(words, ENOMEM) }
        defer { _ = unsafe posix_spawnattr_destroy(&attributes) }
        let flags = securestore_own_signals | (isApart ? securestore_own_session : 0)
        unsafe sigemptyset(&noSignals)
        var codes = unsafe [
            posix_spawnattr_setsigmask(&attributes, &noSignals),
            posix_spawnattr_setflags(&attributes, Int16(flags)),
        ]
        for (number, source) in descriptors {
            if let source {
                unsafe codes.append(posix_spawn_file_actions_adddup2(&actions, source, number))
            } else {
                unsafe codes.append(
                    posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0))
            }
        }
        if isApart, !isOurs {
            unsafe codes.append(
                posix_spawn_file_actions_addclosefrom_np(&actions, Int32(descriptors.count)))
        }
        guard codes.allSatisfy({ $0 == 0 }) else { throw failure(words, ENOMEM) }
        var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        // The last one is the end mark, and freeing nothing is allowed.
        defer { unsafe arguments.forEach { unsafe free($0) } }
        let closed = isOurs ? [] : Withheld.closeDescriptorsWhenReplaced()
        // The next program may be one of ours.
        defer { for descriptor in closed { _ = fcntl(descriptor, F_SETFD, 0) } }
        var environment = unsafe Withheld.environment(isOurs: isOurs) + [nil]
        var number = pid_t()
        let code = unsafe posix_spawnp(
            &number, path ?? words[0], &actions, &attributes, &arguments, &environment)
        if code == ENOENT { return nil }
        guard code == 0 else { throw failure(words, code) }
        return number
    }

    static func end(_ process: Int32) { kill(process, SIGTERM) }

    private static func failure(_ words: [String], _ code: Int32) -> CommandError {
        .failure("\(words[0]) cannot be run: \(SystemMessage.text(for: code))")
    }
}

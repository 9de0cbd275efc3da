private import CSecureStoreLinux
private import Glibc
import SecureStore

/// A process that goes beside another one, and ends with it.
enum Companion {
    /// Ends this process when another one ends, and with it a third.
    ///
    /// Neither is a child of the other one, which therefore has none that it does not know.
    static func endWith(_ process: Int32, ending third: Int32?) throws(CommandError) {
        let file = securestore_process_file(process)
        guard file >= 0 else {
            // Whoever began all this is gone, and does not end the third any more.
            if let third { ChildProgram.end(third) }
            throw .failure("process \(process) cannot be watched: \(SystemMessage.last)")
        }
        let hasStarted = OwnThread.start {
            var polled = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
            while unsafe poll(&polled, 1, -1) < 0, errno == EINTR {}
            if let third { ChildProgram.end(third) }
            Pinentry.endRunning()
            // Without the work of `exit`: another thread may be in the middle of a call.
            _exit(0)
        }
        try require(hasStarted, "there is no thread to watch process \(process)")
    }

    /// The number of this process, by which another one knows it.
    static var ownNumber: Int32 { getpid() }

    /// Tells a program that reads this one's standard output that it has come to its end.
    static func closeOutput() {
        let nothing = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
        guard nothing >= 0 else { return }
        dup2(nothing, STDOUT_FILENO)
        close(nothing)
    }
}

/// The session bus, as the environment names it.
enum SessionBus {
    private static let variable = "DBUS_SESSION_BUS_ADDRESS"

    /// True if the environment names one, or the user's manager has one.
    ///
    /// The name of a socket that has gone, as with the login that a terminal began in, names none.
    static var isThere: Bool {
        if let address = Terminal.value(variable), !address.isEmpty {
            let words = address.split(separator: ",", maxSplits: 1)[0].split(separator: "=")
            guard words.count == 2, words[0] == "unix:path", !words[1].contains(where: { "%;".contains($0) })
            else { return true }
            // A socket that cannot be looked at is there.
            do { return try FileFacts.at(String(words[1])) != nil } catch { return true }
        }
        return Terminal.value("XDG_RUNTIME_DIR").map { FileFacts($0 + "/bus") != nil } ?? false
    }

    /// Starts a bus for this process and what comes of it; returns the number of its process.
    static func start() throws -> Int32 {
        let words = [
            "dbus-daemon", "--session", "--fork", "--nosyslog", "--print-address=1", "--print-pid=1",
        ]
        guard let output = try ProgramOutput.read(words, limit: 4_096, patience: .seconds(10)) else {
            throw CommandError(
                exitCode: .missingProgram, message: "there is no session bus, and no dbus-daemon to start one"
            )
        }
        let lines = (output.text(0..<output.count) ?? "").split(separator: "\n")
        guard lines.count == 2, let process = Int32(lines[1]) else {
            throw CommandError.failure("dbus-daemon does not say where its bus is")
        }
        unsafe setenv(variable, String(lines[0]), 1)
        return process
    }
}

import Glibc
import XCTest

/// The end of a forked child.
enum ChildEnd: Equatable {
    case exit(Int32)
    case signal(Int32)
}

/// Runs `body` in a forked child, which ends with the code it answers; a child that hangs is killed.
///
/// The child has one thread. It must neither assert nor print: what it finds out, it answers. Where other
/// threads run at the fork, run `body` in the parent before: what Swift sets up on first use, it sets up
/// under locks.
func endOfForkedChild(_ body: () -> Int32) throws -> ChildEnd {
    let child = try forkedChild()
    if child == 0 { _exit(body()) }
    return try end(ofChild: child)
}

/// Forks; returns 0 in the child, which has to end with `_exit`, and is killed if it hangs.
func forkedChild() throws -> Int32 {
    // Swift hides `fork`, because little may be done after it; here that little is what is tested.
    let symbol = try unsafe XCTUnwrap(dlsym(nil, "fork"))
    let fork = unsafe unsafeBitCast(symbol, to: (@convention(c) () -> Int32).self)
    let child = fork()
    if child == 0 {
        alarm(20)
        // A crash that is expected ends the child, and nobody writes a report of it.
        signal(SIGILL, SIG_DFL)
        signal(SIGTRAP, SIG_DFL)
        signal(SIGSEGV, SIG_DFL)
        signal(SIGBUS, SIG_DFL)
        signal(SIGABRT, SIG_DFL)
    }
    return child
}

func end(ofChild child: Int32) throws -> ChildEnd {
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) < 0 { try XCTSkipIf(errno != EINTR, "no child to wait for") }
    return status & 0x7f == 0 ? .exit(status >> 8 & 0xff) : .signal(status & 0x7f)
}

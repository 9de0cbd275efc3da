// Headers that Swift's module of the C library leaves out.
#include <errno.h>
#include <malloc.h>
#include <signal.h>
#include <stddef.h>
#include <sys/signalfd.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <linux/keyctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// Calls of the C library that its headers show only to those who ask for extensions, which Swift does not.
extern int execvpe(const char *, char *const *, char *const *);
extern void explicit_bzero(void *, size_t);
// Not by its header, whose `struct stat` would then be this module's in the eyes of whoever imports both.
extern int fcntl(int, int, ...);
extern int memfd_create(const char *, unsigned int);
extern int posix_spawn_file_actions_addclosefrom_np(void *, int);
extern ssize_t tee(int, int, size_t, unsigned int);

// A program that is started in a session of its own, apart from the terminal.
enum { securestore_own_session = 0x80 };
// One that gets the signals that its starter holds back.
enum { securestore_own_signals = 0x08 };

// A file in memory that a program does not inherit, that can be sealed and, from Linux 6.3 on, not be run. Older headers
// have no name for the last.
static inline int securestore_memory_file(const char *name) {
    int file = memfd_create(name, 1 | 2 | 8);
    return file >= 0 || errno != EINVAL ? file : memfd_create(name, 1 | 2);
}
// Nothing may be written, cut off or added from now on, and no seal be added either.
static inline int securestore_seal(int file) { return fcntl(file, 1033, 1 | 2 | 4 | 8); }

// The kernel's keyring, for which the C library has no functions; `syscall` is variadic, and so not imported.
static inline long securestore_add_key(
    const char *type, const char *description, const void *payload, unsigned long size, int keyring) {
    return syscall(SYS_add_key, type, description, payload, size, keyring);
}
static inline long securestore_keyctl(int operation, long first, long second, long third, long fourth) {
    return syscall(SYS_keyctl, operation, first, second, third, fourth);
}
static inline long securestore_key_search(int keyring, const char *type, const char *description) {
    return syscall(SYS_keyctl, KEYCTL_SEARCH, keyring, type, description, 0);
}
static inline long securestore_key_read(int key, void *buffer, unsigned long size) {
    return syscall(SYS_keyctl, KEYCTL_READ, key, buffer, size);
}

// A descriptor that can be read when the process ends.
static inline int securestore_process_file(int process) { return (int)syscall(SYS_pidfd_open, process, 0); }

// Connects to a socket in the file system: its descriptor, or -1 and errno. It never waits: its queue has room or not.
static inline int securestore_connect(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) return errno = ENAMETOOLONG, -1;
    strcpy(address.sun_path, path);
    int file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (file < 0) return -1;
    if (connect(file, (struct sockaddr *)&address, sizeof address) == 0 && fcntl(file, 4, 0) == 0) return file;
    int failure = errno;
    close(file);
    return errno = failure, -1;
}

// The process that listens at the other end; 0 if it has no number here.
static inline int securestore_peer_process(int socket) {
    struct { int process; unsigned user, group; } peer = {0, 0, 0};
    socklen_t size = sizeof peer;
    return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 ? peer.process : 0;
}

// Where the kernel put the number of a program's words and then the words, for when there is no /proc to read them from.
extern void *__libc_stack_end;
static inline long securestore_word_count(void) { return *(long *)__libc_stack_end; }
static inline char *securestore_word(long place) { return ((char **)__libc_stack_end)[1 + place]; }

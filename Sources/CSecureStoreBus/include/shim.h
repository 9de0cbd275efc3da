#if !__has_include(<systemd/sd-bus.h>)
#error "the Secret Service needs sd-bus: install libsystemd-dev (Debian, Ubuntu) or systemd-devel (Fedora)"
#else
#include <systemd/sd-bus.h>

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

// Lets this process have as many files open as it may get at all: their number.
static inline int securestore_raise_file_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 1024;
    rlim_t before = limit.rlim_cur;
    limit.rlim_cur = limit.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0) limit.rlim_cur = before;
    return limit.rlim_cur > 0x7fffffff ? 0x7fffffff : (int)limit.rlim_cur;
}

// Tells whether nobody has the socket at an address any more. A stream socket that is bound and does not listen
// yet refuses another one, too; one of another type hears that it is there.
static inline int securestore_is_left(const struct sockaddr_un *address) {
    int file = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (file < 0) return 0;
    int is_left = connect(file, (const struct sockaddr *)address, sizeof *address) != 0 && errno == ECONNREFUSED;
    close(file);
    return is_left;
}

// Listens at a socket in the file system, whose directory is the user's own: its descriptor, or -1 and errno. A name that
// another program listens at is taken; a socket that is left over is taken away, and anything else stays.
static inline int securestore_listen(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) return errno = ENAMETOOLONG, -1;
    strcpy(address.sun_path, path);
    *strrchr(address.sun_path, '/') = 0;
    struct stat facts;
    if (stat(address.sun_path, &facts) != 0) return -1;
    if (facts.st_uid != geteuid() || facts.st_mode & 022) return errno = EPERM, -1;
    strcpy(address.sun_path, path);
    int file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (file < 0) return -1;
    if (connect(file, (struct sockaddr *)&address, sizeof address) == 0 || errno == EAGAIN) {
        close(file);
        return errno = EADDRINUSE, -1;
    }
    // So it is refused by a file of any kind.
    int is_socket = errno == ECONNREFUSED && lstat(path, &facts) == 0 && S_ISSOCK(facts.st_mode);
    if (is_socket && securestore_is_left(&address)) unlink(path);
    if (bind(file, (struct sockaddr *)&address, sizeof address) == 0 && listen(file, 8) == 0) return file;
    int failure = errno;
    close(file);
    return errno = failure, -1;
}

// Takes the next one who has come: a descriptor, or -1 if nobody of the user's has.
static inline int securestore_accept(int listener) {
    int file = accept4(listener, 0, 0, SOCK_CLOEXEC | SOCK_NONBLOCK);
    struct { int process; unsigned user, group; } peer;
    socklen_t size = sizeof peer;
    if (file < 0) return -1;
    if (getsockopt(file, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.user == geteuid()) return file;
    close(file);
    return -1;
}

// O_PATH, which only some settings of the compiler declare: a descriptor for which no file system is asked.
static const int securestore_path_only = 010000000;

// Tells what a descriptor is, and asks no file system for it, which may never answer.
static inline int securestore_is_pipe_or_socket(int file) {
    int kind;
    socklen_t size = sizeof kind;
    // F_GETPIPE_SZ, which only some settings of the compiler declare.
    return fcntl(file, 1032) > 0 || getsockopt(file, SOL_SOCKET, SO_TYPE, &kind, &size) == 0;
}
#endif

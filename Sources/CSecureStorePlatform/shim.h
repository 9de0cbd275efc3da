// What the systems have under different names, or not at all: everything else here is POSIX's. Tried on Linux with glibc;
// written for macOS and for Musl, where nobody has built it yet.
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#if defined(__linux__)
#include <malloc.h>
#include <linux/stat.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>
// Calls that the headers show only to those who ask for extensions, which Swift does not.
extern int renameat2(int, const char *, int, const char *, unsigned int);
extern int fallocate(int, int, off_t, off_t);
extern int pipe2(int *, int);
extern void *memmem(const void *, size_t, const void *, size_t);
extern int madvise(void *, size_t, int);
extern int statx(int, const char *, int, unsigned int, struct statx *);
extern int pthread_setname_np(pthread_t, const char *);
extern void explicit_bzero(void *, size_t);
extern char **environ;
#elif defined(__APPLE__)
#include <crt_externs.h>
#endif

// MARK: - Files

// A rename that fails with EEXIST when the name is taken; ENOSYS where the system has no such call.
static inline int platform_rename_to_free(const char *path, const char *target) {
#if defined(__linux__)
    return renameat2(AT_FDCWD, path, AT_FDCWD, target, 1);
#elif defined(__APPLE__)
    return renamex_np(path, target, RENAME_EXCL);
#else
    errno = ENOSYS;
    return -1;
#endif
}

// Has the kernel ask the file system anew about a path (AT_STATX_FORCE_SYNC), of which it may have kept older facts.
static inline void platform_ask_anew(const char *path) {
#if defined(__linux__)
    struct statx facts;
    (void)statx(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW | 0x2000, STATX_BASIC_STATS, &facts);
#endif
}

// True for a file or directory at which something is mounted, as far as the kernel says so (Linux 5.8).
static inline bool platform_is_mount(const char *path) {
#if defined(__linux__)
    struct statx facts;
    if (statx(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, 0, &facts) != 0) return false;
    return (facts.stx_attributes & 0x2000) != 0; // STATX_ATTR_MOUNT_ROOT, which older headers lack.
#else
    (void)path;
    return false;
#endif
}

// The two numbers of a device, which headers have as macros.
static inline uint32_t platform_major(dev_t device) { return (uint32_t)major(device); }
static inline uint32_t platform_minor(dev_t device) { return (uint32_t)minor(device); }

// The kernel's number for the kind of file system that holds a path; 0 where it is not told.
static inline uint32_t platform_file_system(const char *path) {
#if defined(__linux__)
    struct statfs facts;
    if (statfs(path, &facts) == 0) return (uint32_t)facts.f_type;
#endif
    return 0;
}

// Tries whether mapped memory can be written: false where the file system has no room, and writing would end the process.
// Linux tells from 5.14 on (MADV_POPULATE_WRITE); before that, true.
static inline bool platform_can_write(void *start, size_t count) {
#if defined(__linux__)
    return madvise(start, count, 23) == 0 || errno != EFAULT;
#else
    return true;
#endif
}

// Room on the disk for a file that keeps its length: 0, or the error. Also 0 where the system cannot reserve any.
static inline int platform_reserve(int file, off_t count) {
#if defined(__linux__)
    if (fallocate(file, 1, 0, count) != 0) return errno;
#endif
    return 0;
}

// Waits until a file is on the disk itself, which on Apple's systems `fsync` does not.
static inline int platform_sync(int file) {
#if defined(__APPLE__)
    if (fcntl(file, F_FULLFSYNC) == 0) return 0;
#endif
    return fsync(file);
}

// The same for the content alone, without times.
static inline int platform_sync_content(int file) {
#if defined(__linux__)
    return fdatasync(file);
#else
    return platform_sync(file);
#endif
}

// A pipe that no program inherits; where the system has no such call, one that starts in between does.
static inline int platform_pipe(int *ends) {
#if defined(__linux__)
    return pipe2(ends, O_CLOEXEC);
#else
    return pipe(ends) == 0 && fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0 ? fcntl(ends[1], F_SETFD, FD_CLOEXEC) : -1;
#endif
}

// Writes into a pipe or socket: if nobody reads from it any more, that is EPIPE, and no signal ends the program.
static inline ssize_t platform_write_to_pipe(int file, const void *bytes, size_t count) {
    sigset_t broken, before, pending;
    sigemptyset(&broken);
    sigaddset(&broken, SIGPIPE);
    bool was_pending = sigpending(&pending) == 0 && sigismember(&pending, SIGPIPE) == 1;
    errno = pthread_sigmask(SIG_BLOCK, &broken, &before);
    if (errno != 0) return -1;
    ssize_t written = write(file, bytes, count);
    int error = errno, number;
    if (!was_pending && sigpending(&pending) == 0 && sigismember(&pending, SIGPIPE) == 1) sigwait(&broken, &number);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return written;
}

// A file that never has a name, or -1 and EOPNOTSUPP.
static inline int platform_nameless_file(const char *directory) {
#if defined(__linux__)
    return open(directory, O_RDWR | O_DIRECTORY | 020000000 | O_CLOEXEC, 0600);
#else
    errno = EOPNOTSUPP;
    return -1;
#endif
}

// When a file's content and its entry were last changed.
typedef struct {
    struct timespec content, entry;
} platform_times;

static inline platform_times platform_times_of(struct stat file) {
#if defined(__APPLE__)
    platform_times times = {file.st_mtimespec, file.st_ctimespec};
#else
    platform_times times = {file.st_mtim, file.st_ctim};
#endif
    return times;
}

// Locks (F_WRLCK) or frees (F_UNLCK) bytes of a file for whoever has it open by this descriptor, and does not wait.
static inline int platform_lock(int file, int kind, int64_t start, int64_t count) {
    struct flock range = {.l_type = (short)kind, .l_whence = SEEK_SET, .l_start = start, .l_len = count};
#if defined(__linux__)
    return fcntl(file, 37, &range);
#elif defined(__APPLE__)
    return fcntl(file, 90, &range);
#else
    errno = ENOSYS;
    return -1;
#endif
}

// A queue of reports on the files of a directory, or -1 where the system has none.
static inline int platform_watch_directory(const char *path) {
#if defined(__linux__)
    int queue = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (queue < 0) return -1;
    uint32_t kinds = IN_MODIFY | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVE | IN_DELETE_SELF | IN_MOVE_SELF;
    if (inotify_add_watch(queue, path, kinds | IN_ONLYDIR) >= 0) return queue;
    close(queue);
#endif
    return -1;
}

// Empties such a queue; true if something in it is about a file whose name begins so, or about the directory.
static inline bool platform_heard_of(int queue, const char *name) {
    bool is_heard = false;
#if defined(__linux__)
    _Alignas(struct inotify_event) char reports[4096];
    ssize_t count;
    while ((count = read(queue, reports, sizeof reports)) > 0) {
        for (char *next = reports; next < reports + count;) {
            const struct inotify_event *report = (const struct inotify_event *)next;
            is_heard |= report->len == 0 || strncmp(report->name, name, strlen(name)) == 0;
            next += sizeof *report + report->len;
        }
    }
#endif
    return is_heard;
}

// MARK: - Memory and processes

// Lets forked children find zeros in place of whole pages; false where the system cannot.
static inline bool platform_wipe_in_children(void *start, size_t count) {
#if defined(__linux__)
    return madvise(start, count, 18) == 0;
#else
    return false;
#endif
}

// Starts a shell that runs a command without input, in a process group of its own, which holds back no signal; 0 or an
// error's number. When a pipe ends, whose other end only the caller has, all of the group is killed.
static inline int platform_start_shell(pid_t *child, const char *command, int output, int pipe) {
    const char *script =
        "exec 9<&0 </dev/null; { read -r end <&9 || kill -9 0; } >/dev/null 2>&1 & watch=$!\n"
        "(exec 9<&-; eval \"$1\"); code=$?; kill -9 $watch; wait $watch 2>/dev/null; exit $code";
    char *const words[] = {"/bin/sh", "-c", (char *)script, "/bin/sh", (char *)command, NULL};
#if defined(__APPLE__)
    char **environment = *_NSGetEnviron();
#else
    char **environment = environ;
#endif
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int code = posix_spawn_file_actions_init(&actions);
    if (code != 0) return code;
    code = posix_spawnattr_init(&attributes);
    if (code == 0) {
        sigset_t none;
        sigemptyset(&none);
        code = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
        if (code == 0) code = posix_spawnattr_setsigmask(&attributes, &none);
        if (code == 0) code = posix_spawn_file_actions_adddup2(&actions, pipe, 0);
        if (code == 0) code = posix_spawn_file_actions_adddup2(&actions, output, 1);
        if (code == 0) code = posix_spawn(child, words[0], &actions, &attributes, words, environment);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return code;
}

// MARK: - Threads

// A number that no other running thread of the process has.
static inline uintptr_t platform_thread(void) { return (uintptr_t)pthread_self(); }

// Starts a thread that nobody waits for, and that takes no signal which is sent to the process: those are for threads of
// the program, which may hold one back. 0 or an error's number.
static inline int platform_start_thread(void *(*body)(void *), void *argument) {
    pthread_t thread;
    sigset_t heldBack, before;
    sigfillset(&heldBack);
    // What the thread itself does wrong.
    const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS};
    for (size_t index = 0; index < sizeof faults / sizeof *faults; index++) sigdelset(&heldBack, faults[index]);
    int code = pthread_sigmask(SIG_SETMASK, &heldBack, &before);
    if (code != 0) return code;
    code = pthread_create(&thread, NULL, body, argument);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (code == 0) pthread_detach(thread);
    return code;
}

// The name that debuggers show of the calling thread.
static inline void platform_name_thread(const char *name) {
#if defined(__APPLE__)
    pthread_setname_np(name);
#elif defined(__linux__)
    pthread_setname_np(pthread_self(), name);
#endif
}

// A condition whose deadlines are those of the monotonic clock.
static inline int platform_condition_init(pthread_cond_t *condition) {
#if defined(__APPLE__)
    return pthread_cond_init(condition, NULL);
#else
    pthread_condattr_t attributes;
    int code = pthread_condattr_init(&attributes);
    if (code != 0) return code;
    code = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    if (code == 0) code = pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
    return code;
#endif
}

static inline int platform_condition_wait(
    pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *deadline) {
#if defined(__APPLE__)
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0) return EINVAL;
    struct timespec rest = {deadline->tv_sec - now.tv_sec, deadline->tv_nsec - now.tv_nsec};
    if (rest.tv_nsec < 0) {
        rest.tv_sec -= 1;
        rest.tv_nsec += 1000000000;
    }
    if (rest.tv_sec < 0) return ETIMEDOUT;
    return pthread_cond_timedwait_relative_np(condition, mutex, &rest);
#else
    return pthread_cond_timedwait(condition, mutex, deadline);
#endif
}

// A semaphore, which Apple's systems have only under a name.
typedef struct {
    pthread_mutex_t mutex;
    pthread_cond_t raised;
    uint64_t count;
} platform_signal;

static inline int platform_signal_init(platform_signal *signal) {
    signal->count = 0;
    int code = pthread_mutex_init(&signal->mutex, NULL);
    return code == 0 ? pthread_cond_init(&signal->raised, NULL) : code;
}

static inline void platform_signal_destroy(platform_signal *signal) {
    pthread_cond_destroy(&signal->raised);
    pthread_mutex_destroy(&signal->mutex);
}

static inline void platform_signal_raise(platform_signal *signal) {
    pthread_mutex_lock(&signal->mutex);
    signal->count += 1;
    pthread_mutex_unlock(&signal->mutex);
    pthread_cond_signal(&signal->raised);
}

static inline void platform_signal_wait(platform_signal *signal) {
    pthread_mutex_lock(&signal->mutex);
    while (signal->count == 0) pthread_cond_wait(&signal->raised, &signal->mutex);
    signal->count -= 1;
    pthread_mutex_unlock(&signal->mutex);
}

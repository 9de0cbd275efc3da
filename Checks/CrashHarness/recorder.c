/* Writes down, in order, what a program does to the files below a directory, and makes calls fail on demand.
 *
 * Preloaded into the program. The environment says what to do:
 *
 *     CRASH_ROOT   the directory, as an absolute path without links
 *     CRASH_LOG    the file that gets a record for each call that changed something
 *     CRASH_MARKS  a file: what the program writes to it becomes a record of its own
 *     CRASH_FAULT  KIND:NUMBER: what happens to the call of this number, counted from the mark "begin" on:
 *                  kill (before it), enospc, eio (it fails), short (it writes half), or lost (it writes nothing and
 *                  says that it did); with a + behind the kind, to this and every later one. The mark "healthy"
 *                  ends it.
 *
 * A record is a line `name pid inode offset length first second data`, the last three being byte counts of what
 * follows it: two paths and the data. One lock for all processes that share a log: the order of the records is the
 * order of the calls. A call that changes a file in a way that is not written down is a record "unknown". */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { most_files = 4096, longest_path = 4096, most_parts = 1024 };

static char root[longest_path], marks[longest_path];
static size_t root_length;
static int log_file = -1, marks_file = -1, is_healthy = 1;
static long calls;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
/* Which descriptors are of files below the root, by the inode that each had when it was opened. */
static ino_t inodes[most_files];
static struct { char kind[16]; int lasts; long number; } fault;

#define REAL(name) static __typeof__(&name) real; if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

__attribute__((constructor)) static void begin(void) {
    const char *directory = getenv("CRASH_ROOT"), *path = getenv("CRASH_LOG"), *what = getenv("CRASH_FAULT");
    if (!directory || !path) return;
    snprintf(root, sizeof root, "%s/", directory);
    root_length = strlen(root);
    if (getenv("CRASH_MARKS")) snprintf(marks, sizeof marks, "%s", getenv("CRASH_MARKS"));
    if (what && sscanf(what, "%15[a-z+]:%ld", fault.kind, &fault.number) == 2) {
        size_t length = strlen(fault.kind);
        fault.lasts = fault.kind[length - 1] == '+';
        if (fault.lasts) fault.kind[length - 1] = 0;
    }
    int file = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) abort();
    /* Out of the way of the program's own numbers. */
    log_file = fcntl(file, F_DUPFD_CLOEXEC, 900);
    syscall(SYS_close, file);
}

static void lock(void) {
    pthread_mutex_lock(&mutex);
    while (flock(log_file, LOCK_EX) != 0) {}
}

static void unlock(void) {
    int number = errno;
    flock(log_file, LOCK_UN);
    pthread_mutex_unlock(&mutex);
    errno = number;
}

/* Makes a path absolute; 0 when it does not lead below the root, or to the root itself. */
static int resolve(int directory, const char *path, char *target) {
    char base[longest_path] = "";
    if (log_file < 0 || !path) return 0;
    if (path[0] != '/') {
        if (directory == AT_FDCWD) {
            if (!getcwd(base, sizeof base)) return 0;
        } else {
            char link[64];
            snprintf(link, sizeof link, "/proc/self/fd/%d", directory);
            ssize_t length = readlink(link, base, sizeof base - 1);
            if (length <= 0) return 0;
            base[length] = 0;
        }
        if (snprintf(target, longest_path, "%s/%s", base, path) >= longest_path) return 0;
    } else if (snprintf(target, longest_path, "%s", path) >= longest_path) {
        return 0;
    }
    size_t length = strlen(target);
    return strncmp(target, root, root_length) == 0 || (length + 1 == root_length && !strncmp(target, root, length));
}

/* The inode of a descriptor below the root; 0 for any other. */
static ino_t tracked(int file) {
    struct stat status;
    if (log_file < 0 || file < 0 || file >= most_files || !inodes[file]) return 0;
    if (syscall(SYS_fstat, file, &status) != 0 || status.st_ino != inodes[file]) return 0;
    return inodes[file];
}

static void record(const char *name, ino_t inode, long long offset, long long length, const char *first,
                   const char *second, const struct iovec *data, int count, size_t bytes) {
    static char line[200];
    static struct iovec parts[3 + most_parts];
    int number = errno, used = 3;
    size_t left = bytes;
    snprintf(line, sizeof line, "%s %d %lu %lld %lld %zu %zu %zu\n", name, getpid(), (unsigned long)inode, offset,
             length, first ? strlen(first) : 0, second ? strlen(second) : 0, bytes);
    parts[0] = (struct iovec){line, strlen(line)};
    parts[1] = (struct iovec){(void *)(first ? first : ""), first ? strlen(first) : 0};
    parts[2] = (struct iovec){(void *)(second ? second : ""), second ? strlen(second) : 0};
    for (int index = 0; index < count && index < most_parts && left > 0; index++, used++) {
        size_t part = data[index].iov_len < left ? data[index].iov_len : left;
        parts[used] = (struct iovec){data[index].iov_base, part};
        left -= part;
    }
    size_t wanted = 0;
    for (int index = 0; index < used; index++) wanted += parts[index].iov_len;
    if (syscall(SYS_writev, log_file, parts, used) != (ssize_t)wanted) abort();
    errno = number;
}

static void simple(const char *name, ino_t inode, long long offset, long long length) {
    record(name, inode, offset, length, NULL, NULL, NULL, 0, 0);
}

/* Counts a call that is about to change something. The error number that it shall fail with, -1 for half a write,
 * -2 for none that says it was one, 0 for nothing. Kinds that cannot happen to a call pass it by. */
static int next_fault(int is_write, int takes_room) {
    if (is_healthy) return 0;
    calls++;
    simple("call", 0, calls, is_write | takes_room << 1);
    if (!fault.number || calls < fault.number || (calls > fault.number && !fault.lasts)) return 0;
    if (!strcmp(fault.kind, "kill")) {
        kill(getpid(), SIGKILL);
        for (;;) pause();
    }
    if (!strcmp(fault.kind, "enospc")) return takes_room ? ENOSPC : 0;
    if (!strcmp(fault.kind, "eio")) return EIO;
    if (!strcmp(fault.kind, "short")) return is_write ? -1 : 0;
    if (!strcmp(fault.kind, "lost")) return is_write ? -2 : 0;
    return 0;
}

#define FAIL_IF(is_write, takes_room) \
    do { \
        int number_ = next_fault(is_write, takes_room); \
        if (number_ > 0) { \
            simple("fault", 0, number_, 0); \
            unlock(); \
            errno = number_; \
            return -1; \
        } \
    } while (0)

/* MARK: Opening and closing */

static int open_file(int directory, const char *path, int flags, mode_t mode) {
    char target[longest_path];
    if (log_file >= 0 && marks[0] && path && !strcmp(path, marks)) {
        marks_file = syscall(SYS_openat, directory, path, flags, mode);
        return marks_file;
    }
    if (!resolve(directory, path, target)) return syscall(SYS_openat, directory, path, flags, mode);
    struct stat status;
    int is_nameless = (flags & O_TMPFILE) == O_TMPFILE;
    lock();
    int is_new = is_nameless || ((flags & O_CREAT) && lstat(target, &status) != 0);
    int cuts = !is_new && (flags & O_TRUNC);
    if (is_new || cuts) FAIL_IF(0, is_new);
    int file = syscall(SYS_openat, directory, path, flags, mode);
    if (file >= 0 && file < most_files && syscall(SYS_fstat, file, &status) == 0) {
        inodes[file] = status.st_ino;
        if (is_new) record("create", status.st_ino, 0, 0, is_nameless ? "" : target, NULL, NULL, 0, 0);
        if (cuts) simple("truncate", status.st_ino, 0, 0);
    }
    unlock();
    return file;
}

static mode_t mode_of(int flags, va_list arguments) {
    return (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(arguments, mode_t) : 0;
}

#define OPEN(name) \
    int name(const char *path, int flags, ...) { \
        va_list arguments; \
        va_start(arguments, flags); \
        mode_t mode = mode_of(flags, arguments); \
        va_end(arguments); \
        return open_file(AT_FDCWD, path, flags, mode); \
    }
OPEN(open)
OPEN(open64)

#define OPENAT(name) \
    int name(int directory, const char *path, int flags, ...) { \
        va_list arguments; \
        va_start(arguments, flags); \
        mode_t mode = mode_of(flags, arguments); \
        va_end(arguments); \
        return open_file(directory, path, flags, mode); \
    }
OPENAT(openat)
OPENAT(openat64)

int creat(const char *path, mode_t mode) { return open_file(AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, mode); }

int close(int file) {
    if (file >= 0 && file < most_files) inodes[file] = 0;
    if (file >= 0 && file == marks_file) marks_file = -1;
    return syscall(SYS_close, file);
}

/* MARK: Data */

static ssize_t write_file(int file, const struct iovec *data, int count, off_t offset, int is_placed) {
    if (file >= 0 && file == marks_file && log_file >= 0) {
        lock();
        record("mark", 0, 0, 0, NULL, NULL, data, 1, data[0].iov_len);
        if (data[0].iov_len >= 5 && !memcmp(data[0].iov_base, "begin", 5)) is_healthy = 0;
        if (data[0].iov_len >= 7 && !memcmp(data[0].iov_base, "healthy", 7)) is_healthy = 1;
        unlock();
        return data[0].iov_len;
    }
    ino_t inode = tracked(file);
    struct iovec half;
    if (inode) {
        lock();
        int number = next_fault(1, 1);
        if (number != 0) simple("fault", 0, number, 0);
        if (number > 0) {
            unlock();
            errno = number;
            return -1;
        }
        if (number == -2) {
            unlock();
            return data[0].iov_len;
        }
        if (number == -1 && data[0].iov_len > 1) {
            half = (struct iovec){data[0].iov_base, data[0].iov_len / 2};
            data = &half;
            count = 1;
        }
    }
    ssize_t done = is_placed ? syscall(SYS_pwritev, file, data, count, offset, 0)
                             : syscall(SYS_writev, file, data, count);
    if (!inode) return done;
    if (done > 0) {
        int number = errno;
        off_t start = is_placed ? offset : lseek(file, 0, SEEK_CUR) - done;
        record("write", inode, start, done, NULL, NULL, data, count, done);
        errno = number;
    }
    unlock();
    return done;
}

ssize_t write(int file, const void *bytes, size_t count) {
    return write_file(file, &(struct iovec){(void *)bytes, count}, 1, 0, 0);
}
ssize_t writev(int file, const struct iovec *data, int count) { return write_file(file, data, count, 0, 0); }
ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
    return write_file(file, &(struct iovec){(void *)bytes, count}, 1, offset, 1);
}
ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
    return write_file(file, &(struct iovec){(void *)bytes, count}, 1, offset, 1);
}
ssize_t pwritev(int file, const struct iovec *data, int count, off_t offset) {
    return write_file(file, data, count, offset, 1);
}
ssize_t pwritev64(int file, const struct iovec *data, int count, off64_t offset) {
    return write_file(file, data, count, offset, 1);
}

static int cut(int file, off_t size) {
    ino_t inode = tracked(file);
    if (!inode) return syscall(SYS_ftruncate, file, size);
    struct stat status;
    lock();
    FAIL_IF(0, syscall(SYS_fstat, file, &status) == 0 && status.st_size < size);
    int code = syscall(SYS_ftruncate, file, size);
    if (code == 0) simple("truncate", inode, 0, size);
    unlock();
    return code;
}
int ftruncate(int file, off_t size) { return cut(file, size); }
int ftruncate64(int file, off64_t size) { return cut(file, size); }

/* What makes a file longer without a byte is a truncation to more than it has. */
static int reserve(int file, int mode, off_t offset, off_t length) {
    ino_t inode = tracked(file);
    if (!inode) return syscall(SYS_fallocate, file, mode, offset, length);
    struct stat status;
    lock();
    FAIL_IF(0, 1);
    int code = syscall(SYS_fallocate, file, mode, offset, length);
    if (code == 0 && mode != 0) simple("unknown", inode, mode, 0);
    if (code == 0 && mode == 0 && syscall(SYS_fstat, file, &status) == 0)
        simple("truncate", inode, 0, status.st_size);
    unlock();
    return code;
}
int fallocate(int file, int mode, off_t offset, off_t length) { return reserve(file, mode, offset, length); }
int fallocate64(int file, int mode, off64_t offset, off64_t length) { return reserve(file, mode, offset, length); }
int posix_fallocate(int file, off_t offset, off_t length) {
    return reserve(file, 0, offset, length) == 0 ? 0 : errno;
}
int posix_fallocate64(int file, off64_t offset, off64_t length) {
    return reserve(file, 0, offset, length) == 0 ? 0 : errno;
}

static int sync_file(int file, int number_of_call) {
    ino_t inode = tracked(file);
    if (!inode) return syscall(number_of_call, file);
    char link[64], path[longest_path] = "";
    lock();
    FAIL_IF(0, 1);
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    path[length > 0 ? length : 0] = 0;
    struct stat status;
    int is_directory = syscall(SYS_fstat, file, &status) == 0 && S_ISDIR(status.st_mode);
    record(is_directory ? "syncdir" : "sync", inode, 0, 0, path, NULL, NULL, 0, 0);
    unlock();
    return 0;
}
int fsync(int file) { return sync_file(file, SYS_fsync); }
int fdatasync(int file) { return sync_file(file, SYS_fdatasync); }

/* MARK: Names */

static int rename_file(int from, const char *old, int to, const char *new, unsigned flags) {
    char first[longest_path], second[longest_path];
    int is_first = resolve(from, old, first), is_second = resolve(to, new, second);
    if (!is_first && !is_second) return syscall(SYS_renameat2, from, old, to, new, flags);
    lock();
    FAIL_IF(0, 1);
    int code = syscall(SYS_renameat2, from, old, to, new, flags);
    int is_known = is_first && is_second && !(flags & ~1u);
    if (code == 0) record(is_known ? "rename" : "unknown", 0, 0, 0, first, second, NULL, 0, 0);
    unlock();
    return code;
}
int rename(const char *old, const char *new) { return rename_file(AT_FDCWD, old, AT_FDCWD, new, 0); }
int renameat(int from, const char *old, int to, const char *new) { return rename_file(from, old, to, new, 0); }
int renameat2(int from, const char *old, int to, const char *new, unsigned flags) {
    return rename_file(from, old, to, new, flags);
}

static int link_file(int from, const char *old, int to, const char *new, int flags) {
    char first[longest_path], second[longest_path];
    int is_first = resolve(from, old, first), is_second = resolve(to, new, second);
    if (!is_second) return syscall(SYS_linkat, from, old, to, new, flags);
    struct stat status;
    lock();
    FAIL_IF(0, 1);
    int code = syscall(SYS_linkat, from, old, to, new, flags);
    if (code == 0) {
        int is_known = is_first && !flags && lstat(second, &status) == 0;
        record(is_known ? "link" : "unknown", is_known ? status.st_ino : 0, 0, 0, second, NULL, NULL, 0, 0);
    }
    unlock();
    return code;
}
int link(const char *old, const char *new) { return link_file(AT_FDCWD, old, AT_FDCWD, new, 0); }
int linkat(int from, const char *old, int to, const char *new, int flags) {
    return link_file(from, old, to, new, flags);
}

static int remove_name(int directory, const char *path, int flags) {
    char target[longest_path];
    if (!resolve(directory, path, target)) return syscall(SYS_unlinkat, directory, path, flags);
    struct stat status;
    lock();
    /* A name that nothing has is no call that could fail. */
    if (lstat(target, &status) == 0) FAIL_IF(0, 0);
    int code = syscall(SYS_unlinkat, directory, path, flags);
    if (code == 0) record("unlink", 0, 0, 0, target, NULL, NULL, 0, 0);
    unlock();
    return code;
}
int unlink(const char *path) { return remove_name(AT_FDCWD, path, 0); }
int unlinkat(int directory, const char *path, int flags) { return remove_name(directory, path, flags); }
int rmdir(const char *path) { return remove_name(AT_FDCWD, path, AT_REMOVEDIR); }

static int make_directory(int directory, const char *path, mode_t mode) {
    char target[longest_path];
    struct stat status;
    if (!resolve(directory, path, target)) return syscall(SYS_mkdirat, directory, path, mode);
    lock();
    if (lstat(target, &status) != 0) FAIL_IF(0, 1);
    int code = syscall(SYS_mkdirat, directory, path, mode);
    if (code == 0 && lstat(target, &status) == 0)
        record("mkdir", status.st_ino, 0, 0, target, NULL, NULL, 0, 0);
    unlock();
    return code;
}
int mkdir(const char *path, mode_t mode) { return make_directory(AT_FDCWD, path, mode); }
int mkdirat(int directory, const char *path, mode_t mode) { return make_directory(directory, path, mode); }

/* MARK: What is not written down */

static void note_unknown(int file, long what) {
    ino_t inode = tracked(file);
    if (!inode) return;
    lock();
    simple("unknown", inode, what, 0);
    unlock();
}

static void *map(void *address, size_t length, int protection, int flags, int file, off_t offset) {
    char link[64], path[longest_path] = "";
    if ((protection & PROT_WRITE) && (flags & MAP_SHARED) && file >= 0 && tracked(file)) {
        snprintf(link, sizeof link, "/proc/self/fd/%d", file);
        ssize_t count = readlink(link, path, sizeof path - 1);
        /* SQLite's index of a journal is made anew after a crash. */
        if (count < 4 || memcmp(path + count - 4, "-shm", 4)) note_unknown(file, SYS_mmap);
    }
    return (void *)syscall(SYS_mmap, address, length, protection, flags, file, offset);
}
void *mmap(void *address, size_t length, int protection, int flags, int file, off_t offset) {
    return map(address, length, protection, flags, file, offset);
}
void *mmap64(void *address, size_t length, int protection, int flags, int file, off64_t offset) {
    return map(address, length, protection, flags, file, offset);
}

int truncate(const char *path, off_t size) {
    REAL(truncate);
    char target[longest_path];
    if (resolve(AT_FDCWD, path, target)) {
        lock();
        record("unknown", 0, SYS_truncate, 0, target, NULL, NULL, 0, 0);
        unlock();
    }
    return real(path, size);
}

int symlink(const char *content, const char *path) {
    REAL(symlink);
    char target[longest_path];
    if (resolve(AT_FDCWD, path, target)) {
        lock();
        record("unknown", 0, SYS_symlink, 0, target, NULL, NULL, 0, 0);
        unlock();
    }
    return real(content, path);
}

ssize_t copy_file_range(int from, off64_t *read, int to, off64_t *written, size_t length, unsigned flags) {
    REAL(copy_file_range);
    note_unknown(to, SYS_copy_file_range);
    return real(from, read, to, written, length, flags);
}

// Headers that Swift's module of the C library leaves out.
#include <signal.h>
#include <stddef.h>
#include <sys/signalfd.h>

// Calls of the C library that its headers show only to those who ask for extensions, which Swift does not.
extern int renameat2(int, const char *, int, const char *, unsigned int);
extern int execvpe(const char *, char *const *, char *const *);
extern void explicit_bzero(void *, size_t);

// F_OFD_SETLK: a lock that belongs to an open file and not to a process, so that threads can hold it against each other.
enum { securestore_ofd_set_lock = 37 };

// A clock that goes on by a quarter of a second whenever a program looks at it, and not otherwise: with it, what a
// program does after some time depends on the order of its work alone. To be loaded in front of the C library.
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *now) {
    static atomic_long looks;
    if (clock != CLOCK_MONOTONIC && clock != CLOCK_BOOTTIME) {
        return (int)syscall(SYS_clock_gettime, clock, now);
    }
    long quarters = atomic_fetch_add(&looks, 1);
    now->tv_sec = 1 + quarters / 4;
    now->tv_nsec = quarters % 4 * 250000000;
    return 0;
}

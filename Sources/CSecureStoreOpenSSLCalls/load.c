// Loads libcrypto when a program first calls one of its functions. Linking to it would have every program load it at
// the start, which takes longer than many a program that never calls it takes to answer.
#if defined(__linux__)
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../CSecureStoreOpenSSL/functions.h"

// Where the functions are, in the order of their names: pages of their own, which calls.S fills with a first value.
extern void *securestore_openssl_places[];
extern char securestore_openssl_places_end[];

#define NAME(name) #name,
static const char *const names[] = {SECURESTORE_OPENSSL_FUNCTIONS(NAME)};
enum { count = sizeof names / sizeof *names };

// Ends as the dynamic linker ends a program that is linked to a missing library. No core: keys may be in memory.
static _Noreturn void fail(const char *what) {
    fprintf(stderr, "%s: error: this needs libcrypto.so.3 of OpenSSL, which cannot be loaded (%s)\n"
                    "hint: install it; Debian and Ubuntu have it in the package libssl3\n",
            program_invocation_short_name, what);
    _exit(127);
}

static void load(void) {
    void *library = dlopen("libcrypto.so.3", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) fail(dlerror());
    for (int index = 0; index < count; index++) {
        void *function = dlsym(library, names[index]);
        if (function == NULL) fail(names[index]);
        __atomic_store_n(&securestore_openssl_places[index], function, __ATOMIC_RELEASE);
    }
    // From here on nobody writes to them any more, just as to those of the dynamic linker.
    size_t size = (size_t)(securestore_openssl_places_end - (char *)securestore_openssl_places);
    if (mprotect(securestore_openssl_places, size, PROT_READ) != 0) fail("its functions cannot be protected");
}

void securestore_openssl_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (pthread_once(&once, load) != 0) fail("pthread_once");
}
#endif

// Debian, Fedora and Homebrew keep the header in different places. Looked for by name and not by pkg-config, which would
// warn every package that has no libpq-dev and does not ask for the product.
#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#elif __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#elif __has_include(<pgsql/libpq-fe.h>)
#include <pgsql/libpq-fe.h>
#elif __has_include("/opt/homebrew/opt/libpq/include/libpq-fe.h")
#include "/opt/homebrew/opt/libpq/include/libpq-fe.h"
#else
#define SECURESTORE_LACKS_LIBPQ
#error "SecureStoreFleet needs libpq: install libpq-dev (Debian, Ubuntu), libpq-devel (Fedora) or libpq (Homebrew)"
#endif

// Without the header nothing else here has a meaning: one error says it.
#ifndef SECURESTORE_LACKS_LIBPQ
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

// Macros that are characters, which Swift imports as numbers of another type.
static inline int securestore_field_state(void) { return PG_DIAG_SQLSTATE; }
static inline int securestore_field_message(void) { return PG_DIAG_MESSAGE_PRIMARY; }
static inline int securestore_field_severity(void) { return PG_DIAG_SEVERITY_NONLOCALIZED; }

// How many bytes have come that nobody has read yet; 0 if the system does not say.
static inline int securestore_waiting_bytes(int socket) {
    int count = 0;
    return ioctl(socket, FIONREAD, &count) == 0 && count > 0 ? count : 0;
}

// The words of the last warning that a server has sent; empty if it has sent none.
struct securestore_warning {
    char words[256];
};

static inline struct securestore_warning *securestore_new_warning(void) {
    return (struct securestore_warning *)calloc(1, sizeof(struct securestore_warning));
}

static inline const char *securestore_words(const struct securestore_warning *warning) { return warning->words; }

static inline void securestore_forget(struct securestore_warning *warning) { warning->words[0] = 0; }

static inline void securestore_note(void *warning, const PGresult *notice) {
    const char *severity = PQresultErrorField(notice, PG_DIAG_SEVERITY_NONLOCALIZED);
    const char *words = PQresultErrorField(notice, PG_DIAG_MESSAGE_PRIMARY);
    if (severity == NULL || words == NULL || strcmp(severity, "WARNING") != 0) return;
    (void)snprintf(((struct securestore_warning *)warning)->words, sizeof(struct securestore_warning), "%s", words);
}

// The notices of a server would go to standard error.
static inline void securestore_note_warnings(PGconn *connection, struct securestore_warning *warning) {
    (void)PQsetNoticeReceiver(connection, securestore_note, warning);
}
#endif

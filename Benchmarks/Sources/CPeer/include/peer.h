// The part that all compared programs share: items, clock, and a loop that takes requests from standard input, one a
// line, and answers each with one line. A program says how its store is opened and what the verbs are; how often
// something is done, and what is made of the times, is the driver's business.
//
//     PROGRAM DIRECTORY COUNT
//
//     fill                makes the store and fills it              done
//     open K, unlock K    from closed to the first answer           nanoseconds of each
//     find K, miss K, add K, update K, delete K, list K             nanoseconds of each
//     batch K SIZE        SIZE items in one commit                  nanoseconds of each batch
//     rate THREADS MS     finds by threads, for a time              finds, nanoseconds
//     mix K               K calls, each twentieth an update, the others finds    nanoseconds of each
//     watch               follows the changes from now on           how many it has seen
//     clock 1, clock 0    the processor's time from now on, or time  done
//     memory              the peak of this process                  bytes
//
// Where something cannot be done the answer is `missing`, and where it went wrong `failed` and why.
#ifndef PEER_H
#define PEER_H
#include <stdint.h>

#ifdef __clang__
#pragma clang assume_nonnull begin
#else
#define _Nullable
#define _Nonnull
#endif

// A secret is 64 digits: 32 of the item's generation, 32 of its number.
enum { PEER_SECRET = 64 };

typedef struct {
    int64_t number;
    char service[40], account[40], secret[PEER_SECRET + 1];
    // What `make` made of it.
    void *_Nullable made;
} PeerItem;

// What is NULL cannot be done.
typedef struct {
    // 0, or -1 when it failed, as in all that follow.
    int (*_Nullable create)(const char *directory);
    // With the key at hand.
    void *_Nullable (*_Nullable open)(const char *directory);
    // From a password; a store of its own that was made beside the other one.
    void *_Nullable (*_Nullable unlock)(const char *directory);
    void (*_Nullable close)(void *store);
    // 1 when it is there, and its secret copied; 0 when it is not.
    int (*_Nullable find)(void *store, const PeerItem *item, char *secret);
    int (*_Nullable add)(void *store, const PeerItem *item);
    int (*_Nullable update)(void *store, const PeerItem *item);
    int (*_Nullable remove)(void *store, const PeerItem *item);
    // An item in the language of the program, made before the clock starts.
    void *_Nullable (*_Nullable make)(const PeerItem *item);
    void (*_Nullable unmake)(void *_Nullable made);
    // The number of items, their attributes looked at and their secrets not.
    int64_t (*_Nullable list)(void *store);
    int (*_Nullable batch)(void *store, const PeerItem *items, int64_t count);
    // Adds items to a store that is made, in any way; NULL where `batch` or `add` will do.
    int (*_Nullable fill)(void *store, const PeerItem *items, int64_t count);
    // Follows the changes of a store from the first call on, on a thread of its own: how many it has seen.
    int64_t (*_Nullable watch)(void *store);
    // Threads share one store; else each has its own.
    int threads_share;
    // Finds do not hand out the secret.
    int keeps_secret;
} Peer;

int peer_run(const Peer *peer, int argc, char *_Nullable const *_Nonnull argv);
// Says on standard error why something failed.
void peer_complain(const char *why);
// For Swift, which sees an array in a struct as a tuple.
static inline const char *peer_service(const PeerItem *item) { return item->service; }
static inline const char *peer_account(const PeerItem *item) { return item->account; }
static inline const char *peer_secret(const PeerItem *item) { return item->secret; }
void peer_item(PeerItem *item, int64_t number, int64_t generation);
#ifdef __clang__
#pragma clang assume_nonnull end
#endif
#endif

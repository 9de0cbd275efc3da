#include "key_floor.h"

#include <openssl/evp.h>
#include <openssl/x509.h>
#include <stdlib.h>
#include <time.h>

struct KeyFloor {
    EVP_PKEY *key;
    uint8_t signature[1024];
    size_t count;
};

KeyFloor *key_floor_open(const uint8_t *der, size_t count) {
    KeyFloor *floor = calloc(1, sizeof *floor);
    if (!floor) return NULL;
    floor->key = d2i_AutoPrivateKey(NULL, &der, (long)count);
    if (floor->key) return floor;
    free(floor);
    return NULL;
}

void key_floor_close(KeyFloor *floor) {
    EVP_PKEY_free(floor->key);
    free(floor);
}

static const EVP_MD *digest(const KeyFloor *floor) {
    return EVP_PKEY_is_a(floor->key, "ED25519") ? NULL : EVP_sha256();
}

int key_floor_sign(KeyFloor *floor, const uint8_t *message, size_t count) {
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    floor->count = sizeof floor->signature;
    int done = context && EVP_DigestSignInit(context, NULL, digest(floor), NULL, floor->key) == 1 &&
               EVP_DigestSign(context, floor->signature, &floor->count, message, count) == 1;
    EVP_MD_CTX_free(context);
    return done ? 0 : -1;
}

int key_floor_verify(KeyFloor *floor, const uint8_t *message, size_t count) {
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    int done = context && EVP_DigestVerifyInit(context, NULL, digest(floor), NULL, floor->key) == 1 &&
               EVP_DigestVerify(context, floor->signature, floor->count, message, count) == 1;
    EVP_MD_CTX_free(context);
    return done ? 0 : -1;
}

uint64_t key_floor_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

#if __has_include(<openssl/evp.h>)
// On Linux a program does not load libcrypto until it first calls it, see CSecureStoreOpenSSLCalls: the names of the
// functions stay, and their symbols get names of ours.
#if defined(__linux__)
#include "functions.h"
#define SECURESTORE_PRAGMA(text) _Pragma(#text)
#define SECURESTORE_RENAMED(name) SECURESTORE_PRAGMA(redefine_extname name securestore_##name)
SECURESTORE_OPENSSL_FUNCTIONS(SECURESTORE_RENAMED)
#endif
#include <openssl/asn1.h>
#include <openssl/bio.h>
#include <openssl/cms.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/objects.h>
#include <openssl/ocsp.h>
#include <openssl/pkcs12.h>
#include <openssl/provider.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>
#include <string.h>

// How a name is written as text: as RFC 4514 has it, with characters beyond ASCII as they are.
static inline unsigned long securestore_rfc4514(void) { return XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB; }

// Overwrites what calls that have returned left on the stack, and in the vector registers, through which bytes are
// copied: from there they would reach the stack later, when the dynamic linker saves them at a function's first call.
// The two functions are called by their addresses, so that it is not these that are looked for.
static inline __attribute__((noinline)) void securestore_erase_stack(void) {
    void *(*volatile copy)(void *, const void *, size_t) = memcpy;
    void (*volatile erase)(void *, size_t) = OPENSSL_cleanse;
    unsigned char below[16384];
    erase(below, sizeof below);
    // The C library's copying takes others than the compiler's.
    for (size_t count = 16; count <= 256; count *= 2) copy(below, below + sizeof below / 2, count);
#if defined(__x86_64__)
    __asm__ volatile(
        "pxor %%xmm0, %%xmm0; pxor %%xmm1, %%xmm1; pxor %%xmm2, %%xmm2; pxor %%xmm3, %%xmm3;"
        "pxor %%xmm4, %%xmm4; pxor %%xmm5, %%xmm5; pxor %%xmm6, %%xmm6; pxor %%xmm7, %%xmm7" ::
            : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7");
#elif defined(__aarch64__)
    __asm__ volatile(
        "movi v0.16b, #0; movi v1.16b, #0; movi v2.16b, #0; movi v3.16b, #0;"
        "movi v4.16b, #0; movi v5.16b, #0; movi v6.16b, #0; movi v7.16b, #0" ::
            : "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7");
#endif
}
#else
#error "SecureStoreCertificates needs OpenSSL: install libssl-dev (Debian, Ubuntu), openssl-devel (Fedora) or openssl (Homebrew)"
#endif

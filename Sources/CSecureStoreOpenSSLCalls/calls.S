// What SecureStoreCertificates calls in place of libcrypto's functions: each jumps to where its place says. At first that is here,
// behind a call of securestore_openssl_load, with all arguments as they were. None is a floating-point number.
#if defined(__linux__)
#include "../CSecureStoreOpenSSL/functions.h"

// The places have pages of their own, so that they can be made read-only.
#if defined(__x86_64__)
#define PAGE 4096
#else
#define PAGE 65536
#endif

    .section .data.securestore, "aw", @progbits
    .balign PAGE
    .globl securestore_openssl_places
    .hidden securestore_openssl_places
securestore_openssl_places:
    .text

    .macro FUNCTION name
    .globl securestore_\name
    .hidden securestore_\name
    .type securestore_\name, %function
#if defined(__x86_64__)
securestore_\name:
    jmp *place_\name(%rip)
first_\name:
    leaq place_\name(%rip), %r11
    jmp first
#elif defined(__aarch64__)
securestore_\name:
    adrp x16, place_\name
    ldr x16, [x16, :lo12:place_\name]
    br x16
first_\name:
    adrp x17, place_\name
    add x17, x17, :lo12:place_\name
    b first
#else
#error "only for x86-64 and ARM64 on Linux: elsewhere link with libcrypto"
#endif
    .size securestore_\name, . - securestore_\name
    .section .data.securestore
place_\name:
    .quad first_\name
    .text
    .endm

#define CALL(name) FUNCTION name;
SECURESTORE_OPENSSL_FUNCTIONS(CALL)

    .section .data.securestore
    .balign PAGE
    .globl securestore_openssl_places_end
    .hidden securestore_openssl_places_end
securestore_openssl_places_end:
    .text

#if defined(__x86_64__)
first:
    pushq %rbp
    movq %rsp, %rbp
    pushq %rdi
    pushq %rsi
    pushq %rdx
    pushq %rcx
    pushq %r8
    pushq %r9
    pushq %rax
    pushq %r11
    call securestore_openssl_load
    popq %r11
    popq %rax
    popq %r9
    popq %r8
    popq %rcx
    popq %rdx
    popq %rsi
    popq %rdi
    popq %rbp
    jmp *(%r11)
#else
first:
    stp x29, x30, [sp, #-96]!
    mov x29, sp
    stp x0, x1, [sp, #16]
    stp x2, x3, [sp, #32]
    stp x4, x5, [sp, #48]
    stp x6, x7, [sp, #64]
    stp x8, x17, [sp, #80]
    bl securestore_openssl_load
    ldp x8, x17, [sp, #80]
    ldp x6, x7, [sp, #64]
    ldp x4, x5, [sp, #48]
    ldp x2, x3, [sp, #32]
    ldp x0, x1, [sp, #16]
    ldp x29, x30, [sp], #96
    ldr x16, [x17]
    br x16
#endif

    .section .note.GNU-stack, "", %progbits
#endif

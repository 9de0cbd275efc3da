#if __has_include(<openssl/evp.h>)
#include <openssl/asn1.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/objects.h>
#include <openssl/pkcs12.h>
#include <openssl/provider.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

// How a name is written as text: as RFC 4514 has it, with characters beyond ASCII as they are.
static inline unsigned long securestore_rfc4514(void) { return XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB; }
#else
#error "CertificateKit needs OpenSSL: install libssl-dev (Debian, Ubuntu), openssl-devel (Fedora) or openssl (Homebrew)"
#endif

#if __has_include(<openssl/evp.h>)
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/x509.h>
#else
#error "CertificateKit needs OpenSSL: install libssl-dev (Debian, Ubuntu), openssl-devel (Fedora) or openssl (Homebrew)"
#endif

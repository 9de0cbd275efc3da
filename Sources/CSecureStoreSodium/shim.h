#if __has_include(<sodium.h>)
#include <sodium.h>
#else
#error "SecureStore needs libsodium: install libsodium-dev (Debian, Ubuntu), libsodium-devel (Fedora) or libsodium (Homebrew)"
#endif

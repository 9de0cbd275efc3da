// SwiftPM compiles this before it compiles any Swift of the store: so a header that is missing is said once, and not by
// each file that imports it.
#include "../CSecureStoreSQLite/shim.h"
#include "../CSecureStoreSodium/shim.h"

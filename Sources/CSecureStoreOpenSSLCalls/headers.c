// Compiled before the Swift that imports them: so headers that are missing are said once.
#include "../CSecureStoreOpenSSL/shim.h"

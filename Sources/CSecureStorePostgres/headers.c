// Compiled before the Swift that imports it: so a header that is missing is said once.
#include "shim.h"

// Compiled before the Swift that imports it: so a header that is missing is said once. Swift defines the same.
#define _GNU_SOURCE
#include "shim.h"

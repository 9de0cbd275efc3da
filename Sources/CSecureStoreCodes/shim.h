#pragma once

#include <stdint.h>

/// The number that a call answers with, zero for success.
typedef int32_t OSStatus;

// Each row of the table becomes a constant, which Swift sees as a `let`.
#define CODE(name, number, text) static const OSStatus name = number;
#include "codes.h"
#include "module-codes.h"
#undef CODE

/// The text of a code in the table; null for other numbers.
static inline const char *_Nullable securestore_code_text(OSStatus code) {
    switch (code) {
#define CODE(name, number, text) case number: return text;
#include "codes.h"
#include "module-codes.h"
#undef CODE
    default: return 0;
    }
}

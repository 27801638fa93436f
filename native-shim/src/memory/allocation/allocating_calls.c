/* Functions of libc and libstdc++ that allocate what they return: they fail where malloc does, which then is called from where the program
 * calls them. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#include "base/compiler.h"
#include "base/real.h"
#include "model/runtime.h"

#define ALLOCATING_HERE(call) ALLOCATING(SITE(), call)

#undef strdup
#undef strndup
EXPORT char *strdup(const char *text) { return ALLOCATING_HERE(REAL(strdup)(text)); }
EXPORT char *strndup(const char *text, size_t most) { return ALLOCATING_HERE(REAL(strndup)(text, most)); }
char *__strdup(const char *text);
EXPORT char *__strdup(const char *text) { return ALLOCATING_HERE(REAL(strdup)(text)); }

EXPORT wchar_t *wcsdup(const wchar_t *text) { return ALLOCATING_HERE(REAL(wcsdup)(text)); }

/* Where they are given no room, they allocate it. */
EXPORT char *getcwd(char *to, size_t size) { return ALLOCATING_HERE(REAL(getcwd)(to, size)); }
EXPORT char *get_current_dir_name(void) { return ALLOCATING_HERE(REAL(get_current_dir_name)()); }
EXPORT char *realpath(const char *restrict path, char *restrict to) { return ALLOCATING_HERE(REAL(realpath)(path, to)); }
EXPORT char *canonicalize_file_name(const char *path) { return ALLOCATING_HERE(REAL(canonicalize_file_name)(path)); }

/* ---- operator new; an exception goes through these ---- */

void *_Znwm(size_t size);
void *_Znam(size_t size);
void *_ZnwmRKSt9nothrow_t(size_t size, const void *nothrow);
void *_ZnamRKSt9nothrow_t(size_t size, const void *nothrow);
void *_ZnwmSt11align_val_t(size_t size, size_t alignment);
void *_ZnamSt11align_val_t(size_t size, size_t alignment);
EXPORT void *_Znwm(size_t size) { return ALLOCATING_HERE(REAL(_Znwm)(size)); }
EXPORT void *_Znam(size_t size) { return ALLOCATING_HERE(REAL(_Znam)(size)); }
EXPORT void *_ZnwmRKSt9nothrow_t(size_t size, const void *nothrow) {
    return ALLOCATING_HERE(REAL(_ZnwmRKSt9nothrow_t)(size, nothrow));
}
EXPORT void *_ZnamRKSt9nothrow_t(size_t size, const void *nothrow) {
    return ALLOCATING_HERE(REAL(_ZnamRKSt9nothrow_t)(size, nothrow));
}
EXPORT void *_ZnwmSt11align_val_t(size_t size, size_t alignment) {
    return ALLOCATING_HERE(REAL(_ZnwmSt11align_val_t)(size, alignment));
}
EXPORT void *_ZnamSt11align_val_t(size_t size, size_t alignment) {
    return ALLOCATING_HERE(REAL(_ZnamSt11align_val_t)(size, alignment));
}

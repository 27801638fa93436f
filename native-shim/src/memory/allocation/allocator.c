#define _GNU_SOURCE
#include "memory/allocation/allocator.h"

#include <dlfcn.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "base/asan.h"
#include "memory/external.h"
#include "model/note.h"
#include "model/runtime.h"

static const char *replaced; /* the library whose malloc ours stands in for; NULL: libc's */

static const char *library_of(const void *function, const void **start) {
    Dl_info info;
    if (!function || !dladdr(function, &info)) {
        return NULL;
    }
    *start = info.dli_fbase;
    const char *slash = strrchr(info.dli_fname, '/');
    return slash ? slash + 1 : info.dli_fname;
}

void allocator_prepare(void) {
    const void *ours = NULL, *used = NULL, *libc = NULL, *next = NULL;
    void *called = dlsym(RTLD_DEFAULT, "malloc"); /* by the program */
    library_of((const void *)allocator_prepare, &ours);
    library_of(called, &used);
    library_of(dlsym(RTLD_NEXT, "gnu_get_libc_version"), &libc);
    const char *behind = library_of(dlsym(RTLD_NEXT, "malloc"), &next);
    if (asan_is_there()) {
        return; /* it works on our heap */
    }
    if (used != ours) {
        rt.program.own_allocator = true;
        rt.program.unseen_allocator = !external_is_seen(called);
    } else if (next != libc) {
        rt.program.replaces_allocator = true;
        replaced = behind;
    }
}

void allocator_tell(void) {
    if (rt.program.own_allocator) {
        note(HEDDLE_NOTE_ALLOCATOR, 0, 0,
             "the program's own malloc is used; uses after free, overflows and leaks of its blocks are not looked for");
    }
    if (rt.program.unseen_allocator) {
        note(HEDDLE_NOTE_UNSEEN, 0, 0, "malloc");
    }
    if (replaced) {
        note(HEDDLE_NOTE_ALLOCATOR, 0, 0, "malloc of %s is replaced by Heddle's; what else of it the program calls is its own",
             replaced);
    }
}

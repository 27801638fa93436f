/* Long options that store a number where the program says: libc stores it in a place of the runtime's, and the runtime where the program
 * wants it, as any access that is announced. */
#define _GNU_SOURCE
#include <getopt.h>
#include <string.h>

#include "base/compiler.h"
#include "base/real.h"
#include "memory/memory.h"
#include "model/note.h"
#include "model/runtime.h"

enum { MOST = 512 };

typedef int parse(int, char *const *, const char *, const struct option *, int *);

static size_t count_of(const struct option *options) {
    size_t count = 0;
    while (options[count].name) {
        count++;
    }
    return count;
}

static void announce(const struct option *options, size_t count, uint64_t site) {
    memory_reads(options, (count + 1) * sizeof *options, site);
    for (size_t i = 0; i < count; i++) {
        memory_reads(options[i].name, strlen(options[i].name) + 1, site);
    }
}

/* Options of one place have one here, too: libc compares them where a text is short for several. */
static void copy(struct option *to, int *places, const struct option *options, size_t count) {
    memcpy(to, options, (count + 1) * sizeof *options);
    for (size_t i = 0; i < count; i++) {
        size_t same = 0;
        while (options[same].flag != options[i].flag) {
            same++;
        }
        to[i].flag = options[i].flag ? &places[same] : NULL;
    }
}

static int parse_by(parse *real, int count, char *const *words, const char *letters, const struct option *options, int *index,
                    uint64_t site) {
    size_t known = options ? count_of(options) : 0;
    if (!running() || !options) {
        return real(count, words, letters, options, index);
    }
    if (known >= MOST) {
        unmodelled("getopt_long with so many options", site);
    }
    struct option copied[MOST];
    int places[MOST], found = -1;
    announce(options, known, site);
    copy(copied, places, options, known);
    int result = real(count, words, letters, copied, &found);
    if (found < 0) {
        return result;
    }
    if (index) {
        memory_store(index, found, site);
    }
    if (result == 0 && options[found].flag) {
        memory_store(options[found].flag, options[found].val, site);
    }
    return result;
}

EXPORT int getopt_long(int count, char *const *words, const char *letters, const struct option *options, int *index) {
    return parse_by(REAL(getopt_long), count, words, letters, options, index, SITE());
}

EXPORT int getopt_long_only(int count, char *const *words, const char *letters, const struct option *options, int *index) {
    return parse_by(REAL(getopt_long_only), count, words, letters, options, index, SITE());
}

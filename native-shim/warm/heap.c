#include "heap.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static const char NAME[] = "--memory";

/* The last one counts, as for all options; NULL: there is none. What is behind -- is the program's. */
static const char *given(char *const *arguments) {
    const char *size = NULL;
    for (char *const *word = arguments; *word != NULL && strcmp(*word, "--") != 0; word++) {
        if (strcmp(*word, NAME) == 0 && word[1] != NULL) {
            size = *++word;
        } else if (strncmp(*word, NAME, sizeof NAME - 1) == 0 && (*word)[sizeof NAME - 1] == '=') {
            size = *word + sizeof NAME;
        }
    }
    return size;
}

/* Bytes; 0 if it is no size, which the command itself will say, or more than can be. */
static long long bytes_of(const char *size) {
    char *end;
    unsigned long long number = isdigit((unsigned char)*size) ? strtoull(size, &end, 10) : 0;
    if (number == 0) {
        return 0;
    }
    const char *units = "kmg", *unit = *end ? strchr(units, tolower((unsigned char)*end)) : NULL;
    if (*end != '\0' && (unit == NULL || end[1] != '\0')) {
        return 0;
    }
    int shift = unit != NULL ? (int)(unit - units + 1) * 10 : 0;
    return number > (1ull << 62) >> shift ? 0 : (long long)(number << shift);
}

static bool is_unlimited(int resource) {
    struct rlimit limit;
    return getrlimit(resource, &limit) == 0 && limit.rlim_cur == RLIM_INFINITY;
}

bool heap_is_limited(char *const *arguments) { return given(arguments) != NULL; }

/* A JVM that is promised more than there is does not start, and exits as for a finding. */
bool heap_options(char *const *arguments, struct heap_options *options) {
    const char *text = given(arguments);
    long long bytes = text != NULL ? bytes_of(text) : 0, machine = sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE);
    if (bytes == 0 || bytes > machine || !is_unlimited(RLIMIT_AS) || !is_unlimited(RLIMIT_DATA)) {
        return false;
    }
    long long heap = bytes - HEAP_BESIDES > HEAP_LEAST ? bytes - HEAP_BESIDES : HEAP_LEAST;
    snprintf(options->heap, sizeof options->heap, "-Xmx%lldk", heap / 3 * 2 >> 10);
    snprintf(options->buffers, sizeof options->buffers, "-XX:MaxDirectMemorySize=%lldk", heap / 3 >> 10);
    return true;
}

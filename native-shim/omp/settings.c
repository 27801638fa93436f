/* What the environment says: OMP_NUM_THREADS, OMP_SCHEDULE, OMP_DYNAMIC, OMP_MAX_ACTIVE_LEVELS, OMP_THREAD_LIMIT (OpenMP API 5.2, 21). */
#define _GNU_SOURCE
#include "loops.h"
#include "omp_runtime.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* Under a checker, where the environment does not say it: each further thread costs many interleavings. */
#define THREADS_UNDER_CHECKER 2

struct settings heddle_omp_settings = {.max_active = 1, .limit = MOST_THREADS, .schedule = SCHEDULE_STATIC};
static bool are_read;

/* The first number of a list, or the default. */
static uint32_t number(const char *name, uint32_t otherwise, uint32_t least) {
    const char *text = getenv(name);
    char *end;
    unsigned long value = text ? strtoul(text, &end, 10) : 0;
    return text && end != text && value >= least && value <= UINT32_MAX ? (uint32_t)value : otherwise;
}

static bool begins(const char *text, const char *with) { return strncasecmp(text, with, strlen(with)) == 0; }

static void read_schedule(const char *text) {
    const char *colon = strchr(text, ':'); /* behind a modifier */
    text = colon ? colon + 1 : text;
    text += strspn(text, " ");
    heddle_omp_settings.schedule = begins(text, "dynamic")  ? SCHEDULE_DYNAMIC
                            : begins(text, "guided") ? SCHEDULE_GUIDED
                                                     : SCHEDULE_STATIC;
    const char *comma = strchr(text, ',');
    heddle_omp_settings.chunk = comma ? strtoul(comma + 1, NULL, 10) : 0;
    if (heddle_omp_settings.schedule == SCHEDULE_STATIC && heddle_omp_settings.chunk > 0) {
        heddle_omp_settings.schedule = SCHEDULE_STATIC_CHUNKED;
    }
}

void heddle_omp_read_settings(void) {
    if (are_read) {
        return;
    }
    are_read = true;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    uint32_t threads = __heddle_attached ? THREADS_UNDER_CHECKER : processors > 0 ? (uint32_t)processors : 1;
    heddle_omp_settings.threads = number("OMP_NUM_THREADS", threads, 1);
    heddle_omp_settings.threads_are_said = number("OMP_NUM_THREADS", 0, 1) > 0;
    heddle_omp_settings.limit = number("OMP_THREAD_LIMIT", MOST_THREADS, 1);
    const char *nested = getenv("OMP_NESTED");
    heddle_omp_settings.max_active = number("OMP_MAX_ACTIVE_LEVELS", nested && begins(nested, "true") ? UINT32_MAX : 1, 0);
    const char *dynamic = getenv("OMP_DYNAMIC");
    heddle_omp_settings.dynamic = dynamic && begins(dynamic, "true");
    const char *schedule = getenv("OMP_SCHEDULE");
    if (schedule) {
        read_schedule(schedule);
    }
}

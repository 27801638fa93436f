/* What instrumented code calls without its being instrumented. What the pass knows of it is announced: a state that the function
 * keeps between calls is a variable of the runtime, which the call reads or writes. So two threads that call strtok race, and the
 * orders of their calls are explored like those of accesses to any other variable. What the pass does not know is noted: the verdict
 * does not cover it. */
#define _GNU_SOURCE
#include "memory/external.h"

#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/symbols.h"
#include "memory/library_state.h"
#include "memory/memory.h"
#include "memory/numbers.h"
#include "model/fibers/processes.h"
#include "model/note.h"
#include "model/resolve.h"
#include "model/runtime.h"
#include "model/unvaried.h"
#include "race/order.h"

#define KNOWN_CALLEES 256u

/* The values count the calls that have changed them. */
static uint64_t states[HEDDLE_STATES];

#define STATE(which, text) OWN_VARIABLE(states[which], text)

static const struct heddle_site records[] = {
    STATE(HEDDLE_STATE_RANDOM, "the hidden state of rand and random"),
    STATE(HEDDLE_STATE_DRAND48, "the hidden state of drand48"),
    OWN_VARIABLE(environ, "the environment"),
    STATE(HEDDLE_STATE_LOCALE, "the locale"),
    STATE(HEDDLE_STATE_PASSWD, "the hidden state of getpwent and getpwnam"),
    STATE(HEDDLE_STATE_GROUP, "the hidden state of getgrent and getgrnam"),
    STATE(HEDDLE_STATE_SHADOW, "the hidden state of getspent and getspnam"),
    STATE(HEDDLE_STATE_HOSTS, "the hidden state of gethostent and gethostbyname"),
    STATE(HEDDLE_STATE_NETWORKS, "the hidden state of getnetent and getnetbyname"),
    STATE(HEDDLE_STATE_PROTOCOLS, "the hidden state of getprotoent and getprotobyname"),
    STATE(HEDDLE_STATE_SERVICES, "the hidden state of getservent and getservbyname"),
    STATE(HEDDLE_STATE_ALIASES, "the hidden state of getaliasent"),
    STATE(HEDDLE_STATE_NETGROUP, "the hidden state of getnetgrent"),
    STATE(HEDDLE_STATE_LOGIN, "the buffer of getlogin"),
    STATE(HEDDLE_STATE_TTYNAME, "the buffer of ttyname"),
    STATE(HEDDLE_STATE_PTSNAME, "the buffer of ptsname"),
    STATE(HEDDLE_STATE_TMPNAM, "the buffer of tmpnam"),
    STATE(HEDDLE_STATE_CRYPT, "the buffer of crypt"),
    STATE(HEDDLE_STATE_DIGITS, "the buffer of ecvt and fcvt"),
    STATE(HEDDLE_STATE_HASH_TABLE, "the table of hsearch"),
    STATE(HEDDLE_STATE_OPTIONS, "the hidden state of getopt"),
    STATE(HEDDLE_STATE_L64A, "the buffer of l64a"),
    STATE(HEDDLE_STATE_SIGNGAM, "signgam"),
    STATE(HEDDLE_STATE_MULTIBYTE, "the hidden state of mbtowc and its kin"),
    STATE(HEDDLE_STATE_MOUNTS, "the buffer of getmntent"),
    STATE(HEDDLE_STATE_FILE_SYSTEMS, "the hidden state of getfsent"),
    STATE(HEDDLE_STATE_TERMINALS, "the hidden state of getttyent"),
    STATE(HEDDLE_STATE_SHELLS, "the hidden state of getusershell"),
    STATE(HEDDLE_STATE_UTMP, "the hidden state of getutent"),
    STATE(HEDDLE_STATE_ETHERNET, "the buffer of ether_ntoa and ether_aton"),
    STATE(HEDDLE_STATE_GETDATE, "the buffer of getdate"),
    STATE(HEDDLE_STATE_PATTERN, "the pattern of re_comp"),
    STATE(HEDDLE_STATE_BREAK, "the end of the data segment"),
    STATE(HEDDLE_STATE_DISPOSITIONS, "what the process does on signals"),
    STATE(HEDDLE_STATE_THREAD_NAMES, "the names of threads"),
    STATE(HEDDLE_STATE_MESSAGES, "the catalogue of messages"),
    STATE(HEDDLE_STATE_SYSLOG, "the connection of syslog"),
    STATE(HEDDLE_STATE_PRINTF_EXTENSIONS, "what is registered for printf"),
    STATE(HEDDLE_STATE_LIMITS, "the limits of the process"),
    STATE(HEDDLE_STATE_IDENTITY, "the identity of the process"),
    STATE(HEDDLE_STATE_RPC, "the hidden state of getrpcent"),
    STATE(HEDDLE_STATE_HOST_NAME, "the name of the host"),
    STATE(HEDDLE_STATE_CONVENTIONS, "the buffer of localeconv"),
    STATE(HEDDLE_STATE_NAMES, "the names of files"),
    STATE(HEDDLE_STATE_PRIORITY, "the priority of the process"),
    STATE(HEDDLE_STATE_SCHEDULING, "how threads are scheduled"),
    STATE(HEDDLE_STATE_PROCESS, "the settings of the process"),
    STATE(HEDDLE_STATE_TIME_ZONE, "the time zone"),
};

static const void *program; /* a function of the program itself */

void external_begin(const void *some_function) {
    program = some_function;
    resolve_name(records, records + sizeof records / sizeof records[0]);
}

/* ---- what is not known ---- */

/* Callees, or sites of inline assembly, that are known to be the runtime's own, or have been told. */
static uint64_t settled[KNOWN_CALLEES];

static bool is_settled(uint64_t what) {
    uint32_t at = (uint32_t)(what * 0x9e3779b97f4a7c15ull >> 56) % KNOWN_CALLEES;
    bool was_settled = settled[at] == what;
    settled[at] = what;
    return was_settled;
}

static const char *file_of(const char *path) {
    const char *slash = path ? strrchr(path, '/') : NULL;
    return slash ? slash + 1 : path ? path : "";
}

static bool is_in(const Dl_info *info, const void *some) {
    Dl_info other;
    return info->dli_fbase && dladdr(some, &other) && other.dli_fbase == info->dli_fbase;
}

/* Functions of C++'s library that the pass knows by their names. */
static const char *const harmless[] = {
#define HARMLESS(name) name,
#define PURE(name)
#include "harmless.inc"
#undef HARMLESS
#undef PURE
};

/* Functions of libc and libm that do nothing but compute a value of values. */
static const char *const pure[] = {
#define HARMLESS(name)
#define PURE(name) name,
#include "harmless.inc"
#undef HARMLESS
#undef PURE
};

static bool is_of(const Dl_info *info, const char *library) {
    return strncmp(file_of(info->dli_fname), library, strlen(library)) == 0;
}

/* By its address: it may be one of several variants for this processor, which have no names. */
static bool is_pure(const void *callee, const Dl_info *info) {
    bool is_of_libm = is_of(info, "libm.");
    if (!is_of_libm && !is_of(info, "libc.")) {
        return false;
    }
    for (size_t i = 0; i < sizeof pure / sizeof *pure; i++) {
        const void *found = dlsym(RTLD_NEXT, pure[i]);
        if (found == callee) {
            return true;
        }
        if (!found && !is_of_libm) {
            return false; /* those of libc are first, and libm is not loaded */
        }
    }
    return false;
}

/* The library's own categories of errors, which it does not export: <system_error> calls them. */
static bool is_category(uint64_t site) {
    return resolve_is_site(site) && strcmp(file_of(((const struct heddle_site *)(uintptr_t)site)->file), "system_error") == 0;
}

static bool is_harmless(const void *callee, const Dl_info *info, uint64_t site) {
    if (!is_of(info, "libstdc++")) {
        return false;
    }
    if (!info->dli_sname || info->dli_saddr != callee) {
        return is_category(site);
    }
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++) {
        size_t length = strcspn(harmless[i], "*");
        if (strncmp(info->dli_sname, harmless[i], length) == 0 && (harmless[i][length] || !info->dli_sname[length])) {
            return true;
        }
    }
    return false;
}

/* The text is the function's name and, behind an @, that of the library where it is in one. */
static void tell(const char *name, const void *callee, uint64_t site) {
    Dl_info info = {0};
    bool is_known = dladdr(callee, &info);
    if (is_known && (is_in(&info, (const void *)external_call) || is_harmless(callee, &info, site) || is_pure(callee, &info))) {
        return; /* modelled, or nothing that matters */
    }
    rt.seen.unseen_code = true;
    bool has_name = !name[0] && info.dli_sname && info.dli_saddr == callee;
    bool is_in_library = is_known && !is_in(&info, program);
    note(HEDDLE_NOTE_UNSEEN, 0, site, is_in_library ? "%s@%s" : "%s",
         has_name  ? info.dli_sname
         : name[0] ? name
                   : "a function called through a pointer",
         is_in_library ? file_of(info.dli_fname) : "");
}

/* Where the word before lies on another page than the function: the program's own look has left that out. */
bool external_is_seen(const void *callee) {
    Dl_info info;
    uint64_t address = (uint64_t)(uintptr_t)callee;
    return address >= 65536 && (address % 4096 >= sizeof(uint64_t) || dladdr((const char *)callee - sizeof(uint64_t), &info)) &&
           heddle_is_seen(callee);
}

/* What is known by its name alone: a function of a library, or what is none. */
static void tell_name(const char *name, uint64_t site) {
    rt.seen.unseen_code = true;
    Dl_info info = {0};
    const void *found = strchr(name, ' ') ? NULL : dlsym(RTLD_NEXT, name);
    bool is_in_library = found && dladdr(found, &info) && !is_in(&info, program);
    note(HEDDLE_NOTE_UNSEEN, 0, site, is_in_library ? "%s@%s" : "%s", name, is_in_library ? file_of(info.dli_fname) : "");
}

static void tell_once(const void *callee, const struct heddle_site *site) {
    uint64_t place = (uint64_t)(uintptr_t)site;
    if (is_settled(callee ? (uint64_t)(uintptr_t)callee : place)) {
        return;
    }
    if (callee) {
        tell(site->name, callee, place);
    } else {
        tell_name(site->name, place);
    }
}

static const void *signgam_at; /* NULL: the program does not load it */

/* Some have a name, by which a program can look at them without a call. */
static const void *state_at(int state) {
    return state == HEDDLE_STATE_ENVIRONMENT             ? (const void *)&environ
           : state == HEDDLE_STATE_SIGNGAM && signgam_at ? signgam_at
                                                         : &states[state];
}

/* What calls tell by variables that a program looks at without a call; of those that this one does not refer to the address is NULL. Those of
 * the time zone libc writes with a lock. */
static struct {
    int state;
    bool is_locked;
    const char *name;
    size_t size;
    const void *at;
} told[] = {
    {HEDDLE_STATE_OPTIONS, false, "optind", sizeof(int), NULL},
    {HEDDLE_STATE_OPTIONS, false, "optopt", sizeof(int), NULL},
    {HEDDLE_STATE_OPTIONS, false, "optarg", sizeof(char *), NULL},
    {HEDDLE_STATE_TIME_ZONE, true, "tzname", 2 * sizeof(char *), NULL},
    {HEDDLE_STATE_TIME_ZONE, true, "timezone", sizeof(long), NULL},
    {HEDDLE_STATE_TIME_ZONE, true, "daylight", sizeof(int), NULL},
};

static void find_told(void) {
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        const char *const one[] = {told[i].name, NULL};
        told[i].at = symbols_are_referred_to(one) ? dlsym(RTLD_DEFAULT, told[i].name) : NULL;
    }
}

static void tell_by(int state, uint64_t site) {
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        if (told[i].at && told[i].state == state) {
            (told[i].is_locked ? memory_locked : memory_writes)(told[i].at, told[i].size, site);
        }
    }
}

static size_t state_size(int state) { return state == HEDDLE_STATE_SIGNGAM && signgam_at ? sizeof(int) : sizeof states[state]; }

static uint64_t *all_names;

void external_names_are(uint64_t *state) { all_names = state; }

void external_state(int state, bool changes, uint64_t site) {
    bool is_one_with_files = state == HEDDLE_STATE_NAMES && numbers_are_contended();
    memory_state(is_one_with_files ? all_names : &states[state], changes || is_one_with_files, site);
}

/* What libc keeps for a process; not what the system, or files, keep for all. */
static bool is_of_each_process(uint64_t variable) {
    uint64_t first = (uint64_t)(uintptr_t)states;
    if (variable < first || variable >= first + sizeof states) {
        return false;
    }
    switch ((variable - first) / sizeof *states) {
        case HEDDLE_STATE_TERMINALS:
        case HEDDLE_STATE_UTMP:
        case HEDDLE_STATE_LIMITS:
        case HEDDLE_STATE_HOST_NAME:
        case HEDDLE_STATE_PRIORITY:
        case HEDDLE_STATE_NAMES:
        case HEDDLE_STATE_SCHEDULING:
        case HEDDLE_STATE_PROCESS:
            return false;
        default:
            return true;
    }
}

static bool locale_may_change, limits_may_change;

void external_prepare(void) {
    static const char *const change[] = {"setlocale", NULL};
    static const char *const limit[] = {"setrlimit", "setrlimit64", "prlimit", "prlimit64", "ulimit", NULL};
    locale_may_change = symbols_are_referred_to(change);
    limits_may_change = symbols_are_referred_to(limit);
    find_told();
    process_hooks.is_of_each = is_of_each_process;
    signgam_at = dlsym(RTLD_DEFAULT, "signgam");
}

void external_limits(uint64_t site) {
    if (UNLIKELY(limits_may_change) && running() && rt.fiber_count > 1) {
        external_state(HEDDLE_STATE_LIMITS, false, site);
    }
}

/* Nearly all that reads or writes text looks at the locale, which next to no program changes. */
static bool is_constant(int effect, int state) {
    return effect == HEDDLE_EFFECT_READS && state == HEDDLE_STATE_LOCALE && LIKELY(!locale_may_change);
}

static const char *const left_open[] = {
    [HEDDLE_OPENMP_TASKS] = "omp task",
    [HEDDLE_OPENMP_THREADS] = "omp parallel",
    [HEDDLE_OPENMP_TEAMS] = "omp teams",
};

void external_call(const void *callee, int effect, int state, const struct heddle_site *site) {
    if (!running() || is_constant(effect, state)) {
        return;
    }
    rt.current->seen.counted_call = false;
    if (callee && external_is_seen(callee)) {
        return;
    }
    memory_before_call(site);
    bool is_unknown = effect == HEDDLE_EFFECT_ORDERS || effect == HEDDLE_EFFECT_UNKNOWN;
    if (UNLIKELY(rt.whole) && is_unknown) { /* nobody knows what it touches */
        order_disturb();
    }
    rt.local_changes += effect != HEDDLE_EFFECT_READS;
    rt.current->seen.counted_call = effect == HEDDLE_EFFECT_CHANGES;
    uint64_t place = (uint64_t)(uintptr_t)site;
    switch ((enum heddle_effect)effect) {
        case HEDDLE_EFFECT_ORDERS:
            rt.current->seen.unseen_order = true;
            tell_once(callee, site);
            break;
        case HEDDLE_EFFECT_UNKNOWN:
            tell_once(callee, site);
            break;
        case HEDDLE_EFFECT_READS:
            memory_reads(state_at(state), state_size(state), place);
            break;
        case HEDDLE_EFFECT_WRITES:
            if (state != HEDDLE_STATE_TIME_ZONE) {
                memory_writes(state_at(state), state_size(state), place);
                states[state]++;
            }
            tell_by(state, place);
            break;
        case HEDDLE_EFFECT_LOOKS:
        case HEDDLE_EFFECT_UPDATES:
            external_state(state, effect == HEDDLE_EFFECT_UPDATES, place);
            break;
        case HEDDLE_EFFECT_TELLS:
            note(HEDDLE_NOTE_UNCONTROLLED, 0, place, "what the processor tells (%s)", site->name);
            break;
        case HEDDLE_EFFECT_OPENMP:
            unvaried_tell(place, left_open[state], false);
            break;
        case HEDDLE_EFFECT_CHANGES:
            break;
    }
}

/* libstdc++ has a function of its own that threads start in; what that calls is announced by itself. */
void external_start(const void *function, uint64_t site) {
    Dl_info info;
    if (!resolve_any_sites() || external_is_seen(function) || (dladdr(function, &info) && is_of(&info, "libstdc++"))) {
        return;
    }
    if (!is_settled((uint64_t)(uintptr_t)function)) {
        tell("", function, site);
    }
}

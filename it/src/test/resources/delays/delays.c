/* Preloaded into a program that `heddle cc` has built, and that runs natively: random delays before its accesses and calls, so that
 * few runs show much of what threads can do to each other. HEDDLE_DELAYS is the seed.
 *
 * In half of the runs all threads pause now and then. In the others one in four is slow: the order of long parts changes. */
#define _GNU_SOURCE
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>

#include "heddle_abi.h"

enum { NANOSECONDS = 1000, SHORT = 60, LONG = 1500, SLOW_MOST = 400 };

static uint64_t seed;
static atomic_uint threads;
static _Thread_local uint64_t state;
static _Thread_local unsigned slow_left; /* how often this thread pauses where it is a slow one */

/* Knuth's MMIX generator; its upper bits. */
static unsigned draw(unsigned below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % below;
}

/* No call of libc: that could be a cancellation point, and would change errno. */
static void pause_for(long microseconds) {
    struct {
        long seconds, nanoseconds;
    } time = {0, microseconds * NANOSECONDS};
    long result;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "0"((long)SYS_nanosleep), "D"(&time), "S"(0L)
                     : "rcx", "r11", "memory");
}

static void delay(void) {
    if (state == 0) {
        state = (seed * 64 + atomic_fetch_add(&threads, 1) + 1) * 0x9e3779b97f4a7c15u;
        slow_left = seed % 2 && draw(4) == 0 ? SLOW_MOST : 0;
        draw(1);
        if (draw(2)) {
            pause_for(draw(LONG));
        }
    }
    if (slow_left > 0) {
        slow_left--;
        pause_for(SHORT + draw(SHORT));
    } else if (draw(4) == 0) {
        pause_for(draw(8) == 0 ? draw(LONG) : draw(SHORT));
    }
    atomic_thread_fence(memory_order_seq_cst); /* what is explored is sequentially consistent */
}

static int on_access(const volatile void *address, size_t size, const struct heddle_site *site) {
    (void)address, (void)size, (void)site;
    delay();
    return 0;
}
static volatile void *on_change(volatile void *address, size_t size, uint64_t value, int order, const struct heddle_site *site) {
    (void)size, (void)value, (void)order, (void)site;
    delay();
    return address;
}
static const volatile void *on_load(const volatile void *address, size_t size, int order, const struct heddle_site *site) {
    (void)order;
    on_access(address, size, site);
    return address;
}
static volatile void *on_cas(volatile void *address, size_t size, uint64_t expected, uint64_t desired, int success, int failure,
                   const struct heddle_site *site) {
    (void)expected, (void)desired, (void)success, (void)failure;
    on_access(address, size, site);
    return address;
}
static uint64_t on_weak_cas(volatile void *address, size_t size, uint64_t expected, uint64_t desired, int success, int failure,
                            const struct heddle_site *site) {
    on_cas(address, size, expected, desired, success, failure, site);
    return expected;
}
static volatile void *on_weak_cas_place(volatile void *address) { return address; }
static int on_fence(int order, const struct heddle_site *site) {
    (void)order, (void)site;
    return 0;
}
static int on_call(const struct heddle_site *site) {
    (void)site;
    delay();
    return 0;
}
static int on_library(int function, void *a, void *b, size_t size, const struct heddle_site *site) {
    (void)function, (void)a, (void)b, (void)size, (void)site;
    delay();
    return 0;
}
static int on_external(const void *callee, int effect, int function_state, const struct heddle_site *site) {
    (void)callee, (void)effect, (void)function_state, (void)site;
    delay();
    return 0;
}
static int on_changed(void) { return 0; }
static uint32_t on_choose(uint32_t alternatives) {
    delay();
    return draw(alternatives);
}
static void on_assume(int condition) {
    if (!condition) {
        _Exit(0);
    }
}
static void on_fail(const char *expression, const char *file, int line, const char *function) {
    (void)expression, (void)file, (void)line, (void)function;
    abort();
}
static void on_section(void) {}
static const struct heddle_site *on_take_call(void) { return NULL; }
static int on_several(int begins) {
    (void)begins;
    return 0;
}
static void on_benign(const volatile void *address, size_t size) { (void)address, (void)size; }

static struct heddle_near nothing;
static const struct heddle_fast fast = {.near = &nothing}; /* no access is known */
static int on_operand(const volatile void *address, uint64_t value, const struct heddle_site *site) {
    (void)address, (void)value, (void)site;
    return 0;
}

static int on_outside(const volatile void *address, size_t size, const volatile void *variable, size_t bytes, int how,
                      const struct heddle_site *site) {
    (void)address, (void)size, (void)variable, (void)bytes, (void)how, (void)site;
    return 0;
}

static int on_meant_for(const void *address, const void *variable, size_t bytes, int how, const struct heddle_site *site) {
    (void)address, (void)variable, (void)bytes, (void)how, (void)site;
    return 0;
}

static const struct heddle_hooks hooks = {
    .version = HEDDLE_ABI_VERSION,
    .size = sizeof hooks,
    .read = on_access,
    .write = on_access,
    .atomic_load = on_load,
    .atomic_store = on_change,
    .atomic_rmw = on_change,
    .atomic_cas = on_cas,
    .weak_cas = on_weak_cas,
    .weak_cas_place = on_weak_cas_place,
    .fence = on_fence,
    .call = on_call,
    .choose = on_choose,
    .assume = on_assume,
    .fail = on_fail,
    .atomic_begin = on_section,
    .atomic_end = on_section,
    .fast = &fast,
    .benign_race = on_benign,
    .library = on_library,
    .changed = on_changed,
    .external = on_external,
    .leave = on_access,
    .lock_several = on_several,
    .take_call = on_take_call,
    .operand = on_operand,
    .outside = on_outside,
    .meant_for = on_meant_for,
};

const struct heddle_hooks *__heddle_attach(uint32_t version, const struct heddle_site *begin, const struct heddle_site *end);
const struct heddle_hooks *__heddle_attach(uint32_t version, const struct heddle_site *begin, const struct heddle_site *end) {
    (void)begin, (void)end;
    const char *text = getenv("HEDDLE_DELAYS");
    if (!text || version != HEDDLE_ABI_VERSION) {
        return NULL;
    }
    seed = strtoull(text, NULL, 10);
    return &hooks;
}

/* A stand-in for libheddle.so: prints the site tables it is given and each hook that is called, to the file that
 * $ECHO_FILE names. */
#include <stdio.h>
#include <stdlib.h>

#include "heddle_abi.h"

static FILE *out;

static void at(const char *what, const struct heddle_site *s, const char *details) {
    fprintf(out, "%s %s %s:%u:%u %s\n", what, s->name[0] ? s->name : "-", s->function, s->line, s->column, details);
    fflush(out);
}

static void on_read(const volatile void *a, size_t n, const struct heddle_site *s) {
    char text[64];
    (void)a;
    snprintf(text, sizeof text, "size=%zu", n);
    at("read", s, text);
}

static void on_write(const volatile void *a, size_t n, const struct heddle_site *s) {
    char text[64];
    (void)a;
    snprintf(text, sizeof text, "size=%zu", n);
    at("write", s, text);
}

static const volatile void *on_load(const volatile void *a, size_t n, int order, const struct heddle_site *s) {
    char text[64];
    snprintf(text, sizeof text, "size=%zu order=%d", n, order);
    at("atomic-load", s, text);
    return a;
}

static volatile void *on_store(volatile void *a, size_t n, uint64_t value, int order, const struct heddle_site *s) {
    char text[96];
    snprintf(text, sizeof text, "size=%zu value=%llx order=%d", n, (unsigned long long)value, order);
    at("atomic-store", s, text);
    return a;
}

static volatile void *on_rmw(volatile void *a, size_t n, uint64_t value, int order, const struct heddle_site *s) {
    char text[96];
    snprintf(text, sizeof text, "size=%zu value=%llx order=%d", n, (unsigned long long)value, order);
    at("atomic-rmw", s, text);
    return a;
}

static volatile void *on_cas(volatile void *a, size_t n, uint64_t expected, uint64_t desired, int success, int failure,
                             const struct heddle_site *s) {
    char text[128];
    snprintf(text, sizeof text, "size=%zu expected=%llx desired=%llx order=%d/%d", n, (unsigned long long)expected,
             (unsigned long long)desired, success, failure);
    at("atomic-cas", s, text);
    return a;
}

static volatile void *on_weak_cas_place(volatile void *a) {
    return a;
}

static uint64_t on_weak_cas(volatile void *address, size_t size, uint64_t expected, uint64_t desired, int success,
                            int failure, const struct heddle_site *site) {
    on_cas(address, size, expected, desired, success, failure, site);
    return expected;
}

static void on_fence(int order, const struct heddle_site *s) {
    char text[32];
    snprintf(text, sizeof text, "order=%d", order);
    at("fence", s, text);
}

static void on_call(const struct heddle_site *s) {
    at("call", s, "");
}

static uint32_t on_choose(uint32_t alternatives) {
    return alternatives - 1;
}

static void on_assume(int condition) {
    fprintf(out, "assume %d\n", condition);
}

static void on_fail(const char *expression, const char *file, int line, const char *function) {
    fprintf(out, "fail %s %s:%d %s\n", expression, file, line, function);
    fflush(out);
}

static void on_begin(void) {
    fprintf(out, "atomic-begin\n");
}

static void on_end(void) {
    fprintf(out, "atomic-end\n");
}

static void on_benign_race(const volatile void *address, size_t size) { (void)address; (void)size; }

static void on_library(int function, void *a, void *b, size_t size, const struct heddle_site *site) {
    (void)function;
    (void)a;
    (void)b;
    (void)size;
    (void)site;
}

static void on_changed(void) {}

static void on_external(const void *callee, int effect, int state, const struct heddle_site *site) {
    (void)callee;
    (void)effect;
    (void)state;
    (void)site;
}

static void on_leave(const volatile void *address, size_t size, const struct heddle_site *site) {
    (void)address, (void)size, (void)site;
}

static void on_compare(uint64_t one, uint64_t other, const struct heddle_site *site) {
    (void)one, (void)other, (void)site;
}

static void on_operand(const volatile void *address, uint64_t value, const struct heddle_site *site) {
    fprintf(out, "operand %s %s %llx%s\n", site->name, site->type, (unsigned long long)value, address ? " shared" : "");
    fflush(out);
}

static int on_outside(const volatile void *address, size_t size, const volatile void *variable, size_t bytes, int how,
                      const struct heddle_site *site) {
    fprintf(out, "outside %s %s %zu bytes at %td of %zu\n", how & HEDDLE_OUTSIDE_WRITES ? "write" : "read", site->name, size,
            (const volatile char *)address - (const volatile char *)variable, bytes);
    fflush(out);
    return 0;
}

static int on_meant_for(const void *address, const void *variable, size_t bytes, int how, const struct heddle_site *site) {
    fprintf(out, "meant for %s at %td of %zu%s\n", site->name, (const char *)address - (const char *)variable, bytes,
            how & HEDDLE_OUTSIDE_MAY_BE_LARGER ? " or more" : "");
    fflush(out);
    return 0;
}

static void on_few_values(int few, const void *caller) { (void)few, (void)caller; }

static struct heddle_near nothing;
static const struct heddle_fast nothing_known = {.near = &nothing};

static const struct heddle_hooks hooks = {
    HEDDLE_ABI_VERSION, sizeof(struct heddle_hooks),
    on_read, on_write, on_load, on_store, on_rmw, on_cas, on_weak_cas, on_weak_cas_place, on_fence, on_call,
    on_choose, on_assume, on_fail, on_begin, on_end,
    &nothing_known, on_benign_race, on_library, on_changed, on_external, on_leave, on_compare,
    .operand = on_operand,
    .few_values = on_few_values,
    .outside = on_outside,
    .meant_for = on_meant_for,
};

const struct heddle_hooks *__heddle_attach(uint32_t version, const struct heddle_site *begin,
                                           const struct heddle_site *end) {
    if (!out) {
        out = fopen(getenv("ECHO_FILE"), "w");
    }
    fprintf(out, "attach version=%u sites=%zu\n", version, (size_t)(end - begin));
    for (const struct heddle_site *s = begin; s < end; s++) {
        if (s->kind == HEDDLE_SITE_VARIABLE) {
            fprintf(out, "variable %s %u %s\n", s->name, s->size, s->function);
            continue;
        }
        fprintf(out, "site %s:%u:%u %s name=%s kind=%u size=%u\n", s->file, s->line, s->column, s->function, s->name,
                s->kind, s->size);
    }
    fflush(out);
    return &hooks;
}

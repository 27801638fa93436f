/* The pool of ntirpc that NFS-Ganesha's requests run in: two tasks, and the end. */
#include <stdbool.h>

#include <rpc/types.h>
#include <rpc/work_pool.h>

#include <stdarg.h>
#include <stdlib.h>

static void name(const char *of) {
    (void)of;
}

static void warn(const char *format, ...) {
    (void)format;
}

static void give_back(void *block, size_t size) {
    (void)size;
    free(block);
}

static void *allocate(size_t size, const char *file, int line, const char *function) {
    (void)file, (void)line, (void)function;
    return malloc(size);
}

static void *allocate_zeroed(size_t count, size_t size, const char *file, int line, const char *function) {
    (void)file, (void)line, (void)function;
    return calloc(count, size);
}

/* As the library has it. */
tirpc_pkg_params __ntirpc_pkg_params = {
    .thread_name_ = name,
    .warnx_ = warn,
    .free_size_ = give_back,
    .malloc_ = allocate,
    .calloc_ = allocate_zeroed,
};

static void task(struct work_pool_entry *entry) {
    (void)entry;
}

int main(void) {
    struct work_pool pool;
    struct work_pool_params params = {.thrd_max = 2, .thrd_min = 1};
    struct work_pool_entry entries[2] = {{.fun = task}, {.fun = task}};
    if (work_pool_init(&pool, "pool", &params) != 0)
        return 0;
    work_pool_submit(&pool, &entries[0]);
    work_pool_submit(&pool, &entries[1]);
    work_pool_shutdown(&pool);
    return 0;
}

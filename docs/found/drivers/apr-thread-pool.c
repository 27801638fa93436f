/* APR's pool of threads: a task whose push fails is the caller's again, who frees what it was given. */
#include <apr_general.h>
#include <apr_thread_pool.h>
#include <stdlib.h>

static void *APR_THREAD_FUNC task(apr_thread_t *thread, void *data) {
    (void)thread;
    free(data);
    return NULL;
}

int main(void) {
    apr_pool_t *memory;
    apr_thread_pool_t *pool;
    apr_initialize();
    apr_pool_create(&memory, NULL);
    if (apr_thread_pool_create(&pool, 0, 2, memory) != APR_SUCCESS)
        return 0;
    for (int i = 0; i < 2; i++) {
        void *data = malloc(8);
        if (apr_thread_pool_push(pool, task, data, APR_THREAD_TASK_PRIORITY_NORMAL, NULL) != APR_SUCCESS)
            free(data);
    }
    while (apr_thread_pool_tasks_run_count(pool) < 1 && apr_thread_pool_threads_count(pool) > 0)
        apr_sleep(1000);
    apr_thread_pool_destroy(pool);
    apr_terminate();
    return 0;
}

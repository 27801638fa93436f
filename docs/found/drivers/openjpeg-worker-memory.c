/* Two jobs for OpenJPEG's pool, as its decoder submits them: with one call of malloc that fails, the second job is never done. */
#include "opj_includes.h"

static int done;

static void job(void *data, opj_tls_t *tls) {
    (void)data;
    (void)tls;
    done++;
}

int main(void) {
    opj_thread_pool_t *pool = opj_thread_pool_create(1);
    if (pool == NULL)
        return 0;
    for (int i = 0; i < 2; i++) {
        opj_thread_pool_submit_job(pool, job, NULL);
        opj_thread_pool_wait_completion(pool, 0);
    }
    opj_thread_pool_destroy(pool);
    return 0;
}

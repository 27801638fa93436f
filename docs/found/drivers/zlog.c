/* zlog with its writer thread: two threads log a line each, and the log is ended. */
#include <pthread.h>
#include <zlog.h>

static void *logs(void *category) {
    zlog_info((zlog_category_t *)category, "line");
    return NULL;
}

int main(void) {
    pthread_t thread;
    if (zlog_init("zlog.conf") != 0)
        return 0;
    zlog_category_t *category = zlog_get_category("main");
    if (category != NULL && pthread_create(&thread, NULL, logs, category) == 0) {
        logs(category);
        pthread_join(thread, NULL);
    }
    zlog_fini();
    return 0;
}

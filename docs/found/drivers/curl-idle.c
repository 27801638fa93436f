/* Two items for curl's queue with threads, one after the other, as two lookups of one multi handle; the pool has at most one thread,
 * which ends when it has been idle for two seconds. */
#include "curl_setup.h"

#include "thrdqueue.h"
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int done;

static void free_item(void *item) {
    (void)item;
}

static void process(void *item) {
    (void)item;
}

static void event(const struct curl_thrdq *queue, Curl_thrdq_event event, void *data) {
    (void)queue;
    (void)event;
    (void)data;
    pthread_mutex_lock(&lock);
    done++;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
}

int main(void) {
    int items[2];
    struct curl_thrdq *queue;
    if (Curl_thrdq_create(&queue, "example", 0, 1, 2000, free_item, process, event, NULL) != CURLE_OK)
        return 1;
    for (int i = 0; i < 2; i++) {
        Curl_thrdq_send(queue, &items[i], "item", 0);
        pthread_mutex_lock(&lock);
        while (done == i)
            pthread_cond_wait(&changed, &lock);
        pthread_mutex_unlock(&lock);
    }
    Curl_thrdq_destroy(queue, true);
    return 0;
}

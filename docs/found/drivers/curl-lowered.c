/* Three items for curl's queue with threads: two at once, the third one when the number of threads has been lowered to one. */
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

static void wait_for(int count) {
    pthread_mutex_lock(&lock);
    while (done < count)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
}

int main(void) {
    int items[3];
    struct curl_thrdq *queue;
    if (Curl_thrdq_create(&queue, "example", 0, 2, 0, free_item, process, event, NULL) != CURLE_OK)
        return 1;
    Curl_thrdq_send(queue, &items[0], "item", 0);
    Curl_thrdq_send(queue, &items[1], "item", 0);
    Curl_thrdq_set_props(queue, 0, 1, 0);
    wait_for(2);
    Curl_thrdq_send(queue, &items[2], "item", 0);
    wait_for(3);
    Curl_thrdq_destroy(queue, true);
    return 0;
}

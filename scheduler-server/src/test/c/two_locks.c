/* Two threads take two locks in opposite orders. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER;

static void *forwards(void *unused)
{
    pthread_mutex_lock(&first);
    pthread_mutex_lock(&second);
    pthread_mutex_unlock(&second);
    pthread_mutex_unlock(&first);
    return unused;
}

static void *backwards(void *unused)
{
    pthread_mutex_lock(&second);
    pthread_mutex_lock(&first);
    pthread_mutex_unlock(&first);
    pthread_mutex_unlock(&second);
    return unused;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, NULL, forwards, NULL);
    pthread_create(&other, NULL, backwards, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    puts("done");
    return 0;
}

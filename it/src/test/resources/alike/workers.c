// Threads that all do what the first argument says, two characters an operation. The second argument says what main does: C creates one,
// J waits for the one with this number and looks at its result if that is to be looked at (-DRESULTS).
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>

enum { MOST = 3 };

static pthread_mutex_t mutexes[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static sem_t semaphores[2];
static int plain[2];
static atomic_int numbers[2];
static pthread_t threads[MOST];
static const char *of_workers;

/* `role` is what the thread has seen last. */
static void run(const char *word, int *role) {
    int i = word[1] - '0';
    switch (word[0]) {
        case 'L':
            pthread_mutex_lock(&mutexes[i]);
            break;
        case 'U':
            pthread_mutex_unlock(&mutexes[i]);
            break;
        case 'W':
            *role = plain[i]++;
            break;
        case 'R':
            *role = plain[i];
            break;
        case 'A':
            *role = atomic_fetch_add_explicit(&numbers[i], 1, memory_order_relaxed);
            break;
        case 'S':
            *role = atomic_load(&numbers[i]);
            break;
        case 'V':
            sem_post(&semaphores[i]);
            break;
        case 'P':
            sem_wait(&semaphores[i]);
            break;
        case 'T':
            *role = sem_trywait(&semaphores[i]) == 0;
            break;
        case 'X': /* only who has seen this */
            if (*role == 1) {
                plain[i]++;
            }
            break;
        case 'I':
            assert(*role != 1 || !pthread_equal(pthread_self(), threads[i]));
            break;
        case 'Q':
            assert(*role != 1 + i);
            break;
    }
}

static void *work(void *unused) {
    (void)unused;
    int role = 0;
    for (const char *word = of_workers; *word; word += 2) {
        run(word, &role);
    }
    return (void *)(intptr_t)role;
}

int main(int count, char **words) {
    assert(count == 3);
    of_workers = words[1];
    sem_init(&semaphores[0], 0, 0);
    sem_init(&semaphores[1], 0, 1);
    int role = 0, created = 0;
    for (const char *word = words[2]; *word; word += 2) {
        int i = word[1] - '0';
        if (*word == 'C') {
            pthread_create(&threads[created++], NULL, work, NULL);
        } else if (*word == 'J') {
#ifdef RESULTS
            void *result;
            pthread_join(threads[i], &result);
            assert(i != 0 || (intptr_t)result != RESULTS);
#else
            pthread_join(threads[i], NULL);
#endif
        } else {
            run(word, &role);
        }
    }
    return 0;
}

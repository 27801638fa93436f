// A thread is cancelled while it waits for a semaphore, another calls pthread_exit, and an initialiser throws.
#include <cassert>
#include <mutex>
#include <pthread.h>
#include <semaphore.h>
#include <stdexcept>
#include <thread>

static sem_t never;
static int destroyed, runs;

struct Object {
    ~Object() { destroyed++; }
};

static void *waits(void *unused) {
    Object outer;
    try {
        Object inner;
        sem_wait(&never);
    } catch (...) {
        throw;
    }
    return unused;
}

static void *leaves(void *result) {
    Object object;
    pthread_exit(result);
}

static std::once_flag flag;

static void initialise() {
    if (++runs == 1) {
        throw std::runtime_error("the first time it fails");
    }
}

static void once() {
    try {
        std::call_once(flag, initialise);
    } catch (std::runtime_error &) {
    }
}

int main() {
    pthread_t thread;
    void *result;
    sem_init(&never, 0, 0);
    pthread_create(&thread, nullptr, waits, nullptr);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED);
    assert(destroyed == 2);
    pthread_create(&thread, nullptr, leaves, &thread);
    pthread_join(thread, &result);
    assert(result == &thread);
    assert(destroyed == 3);
    std::thread first(once), second(once);
    first.join();
    second.join();
    assert(runs == 2);
}

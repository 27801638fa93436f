// Thread-local objects are destroyed where their thread ends: the last one first, before the values of keys, and those of the thread
// that exits before static objects. Where RACE is defined, a destructor uses what another thread uses without a lock.
#include <cstdlib>
#include <mutex>
#include <pthread.h>
#include <thread>

static int step;
static pthread_key_t key;
static std::mutex lock;
static int living;

static void expect(int place) {
    if (step++ != place) {
        std::_Exit(3);
    }
}

struct Ordered {
    int place, uses = 0;
    explicit Ordered(int place) : place(place) {}
    ~Ordered() { expect(place); }
};
struct Registers {
    int uses = 0;
    ~Registers() {
        expect(0);
        thread_local Ordered late(1);
        late.uses++;
    }
};
struct Counted {
    int uses = 0;
    Counted() {
        std::lock_guard<std::mutex> hold(lock);
        living++;
    }
    ~Counted() {
#ifndef RACE
        std::lock_guard<std::mutex> hold(lock);
#endif
        living--;
    }
};
struct Last {
    ~Last() {
        if (step != 7) {
            std::_Exit(4);
        }
    }
} last;

static thread_local Ordered first(2);
static thread_local Registers second;

static void use() {
    first.uses++;
    second.uses++;
}

static void count() {
    thread_local Counted counted;
    counted.uses++;
}

int main(int argc, char **) {
    pthread_key_create(&key, [](void *) { expect(3); });
    std::thread([] {
        use();
        pthread_setspecific(key, &key);
    }).join();
    expect(4);
    step = 0;
    std::thread([] {
        use();
        pthread_exit(nullptr);
    }).join();
    expect(3);
    std::thread one(count), other(count);
    one.join();
    other.join();
    if (living != 0) {
        return 5;
    }
    step = 5;
    thread_local Ordered sixth(6), fifth(5);
    sixth.uses += fifth.uses;
    if (argc > 1) {
        std::exit(0);
    }
}

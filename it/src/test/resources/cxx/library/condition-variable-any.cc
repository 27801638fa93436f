// std::condition_variable_any with a std::shared_mutex. The bug: what it waits for changes without the lock.
//
// heddle: verdict=clean
// heddle: verdict=bug kind=lost-wakeup cause=signal-before-wait args=-DBUG
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex lock;
static std::condition_variable_any changed;
static int level;

int main() {
    std::thread waiter([] {
        std::unique_lock<std::shared_mutex> hold(lock);
        changed.wait(hold, [] { return level > 0; });
        assert(level == 1);
    });
    {
#ifndef BUG
        std::lock_guard<std::shared_mutex> hold(lock);
#endif
        level = 1;
    }
    changed.notify_all();
    waiter.join();
}

// std::lock of three mutexes, and std::try_lock. The bug: what std::try_lock could not take is used all the same.
//
// heddle: verdict=clean
// heddle: verdict=bug kind=data-race cause=read-write args=-DBUG
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex one, two, three;
static int total;

int main() {
    std::thread thread([] {
        std::unique_lock<std::mutex> a(three, std::defer_lock), b(one, std::defer_lock), c(two, std::defer_lock);
        std::lock(a, b, c);
        total++;
    });
    int failed = std::try_lock(two, three);
#ifndef BUG
    if (failed == -1)
#endif
        total++;
    if (failed == -1) {
        two.unlock();
        three.unlock();
    }
    thread.join();
    assert(total == (failed == -1 ? 2 : 1));
}

// std::scoped_lock of two mutexes in either order. The bug: they are taken one after the other.
//
// heddle: verdict=clean
// heddle: verdict=bug kind=deadlock cause=lock-cycle args=-DBUG
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex one, other;
static int total;

static void add(std::mutex &first, std::mutex &second) {
#ifdef BUG
    std::lock_guard<std::mutex> hold(first);
    std::lock_guard<std::mutex> hold_too(second);
#else
    std::scoped_lock both(first, second);
#endif
    total++;
}

int main() {
    std::thread thread([] { add(one, other); });
    add(other, one);
    thread.join();
    assert(total == 2);
}

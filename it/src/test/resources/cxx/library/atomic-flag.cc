// std::atomic_flag as a lock that waits, and std::atomic_ref. The bug: the flag is looked at before it is set.
//
// heddle: verdict=clean
// heddle: verdict=bug kind=assertion cause=assertion args=-DBUG
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic_flag taken;
static int total;

static void add() {
#ifdef BUG
    taken.wait(true);
    taken.test_and_set();
#else
    while (taken.test_and_set()) {
        taken.wait(true);
    }
#endif
    std::atomic_ref<int> counted(total);
    counted.store(counted.load() + 1);
    taken.clear();
    taken.notify_one();
}

int main() {
    std::thread other(add);
    add();
    other.join();
    assert(total == 2);
}

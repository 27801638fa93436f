// std::atomic::wait and notify. The bug: the store is not notified.
//
// heddle: verdict=clean
// heddle: verdict=bug kind=deadlock cause=condition args=-DBUG
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> gate;
static std::atomic<bool> done; // waits by a number of the library's own, since it is no int
static int data;

int main() {
    std::thread waiter([] {
        gate.wait(0);
        assert(data == 5);
        done = true;
#ifndef BUG
        done.notify_all();
#endif
    });
    data = 5;
    gate = 1;
    gate.notify_one();
    done.wait(false);
    waiter.join();
}

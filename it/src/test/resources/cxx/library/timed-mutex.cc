// std::timed_mutex and std::recursive_timed_mutex. The bug: the program takes it that the lock is had in time.
//
// heddle: verdict=clean
// heddle: verdict=bug kind=data-race cause=read-write args=-DBUG --timeouts=any
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

static std::timed_mutex lock;
static std::recursive_timed_mutex again;
static int total;

static void add() {
    bool had = lock.try_lock_for(std::chrono::milliseconds(5));
#ifndef BUG
    if (!had) {
        return;
    }
#endif
    total++;
    if (had) {
        lock.unlock();
    }
}

int main() {
    std::thread other(add);
    add();
    other.join();
    std::lock_guard<std::recursive_timed_mutex> hold(again), twice(again);
    assert(total > 0);
}

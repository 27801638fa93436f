// std::condition_variable::wait_for. The bug: that the time is over is not looked at.
//
// heddle: verdict=clean
// heddle: verdict=bug kind=assertion cause=assertion args=-DBUG --timeouts=any
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable changed;
static bool ready;

int main() {
    std::thread other([] {
        std::lock_guard<std::mutex> hold(lock);
        ready = true;
        changed.notify_one();
    });
    {
        std::unique_lock<std::mutex> hold(lock);
        bool in_time = changed.wait_for(hold, std::chrono::milliseconds(5), [] { return ready; });
#ifndef BUG
        if (in_time)
#endif
            assert(ready);
    }
    other.join();
}

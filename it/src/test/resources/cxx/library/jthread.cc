// std::jthread with std::stop_token. The bug: who is told to stop is not woken.
//
// heddle: verdict=clean
// heddle: verdict=bug kind=lost-wakeup cause=signal-before-wait args=-DBUG
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

static std::mutex lock;
static std::condition_variable changed;

int main() {
    std::jthread worker([](std::stop_token stop) {
        std::unique_lock<std::mutex> hold(lock);
        while (!stop.stop_requested()) {
            changed.wait(hold);
        }
    });
#ifdef BUG
    worker.request_stop();
#else
    {
        std::lock_guard<std::mutex> hold(lock);
        worker.request_stop();
    }
#endif
    changed.notify_one();
}

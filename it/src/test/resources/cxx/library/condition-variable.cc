// std::condition_variable with a predicate. The bug: it is notified before the predicate holds.
//
// heddle: verdict=clean
// heddle: verdict=bug kind=deadlock cause=condition args=-DBUG
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable filled;
static std::deque<int> queue;

int main() {
    std::thread producer([] {
#ifdef BUG
        filled.notify_one();
#endif
        {
            std::lock_guard<std::mutex> hold(lock);
            queue.push_back(7);
        }
#ifndef BUG
        filled.notify_one();
#endif
    });
    {
        std::unique_lock<std::mutex> hold(lock);
        filled.wait(hold, [] { return !queue.empty(); });
        assert(queue.front() == 7);
    }
    producer.join();
}

// Destructors of thread_local objects. The bug: they use what is shared without a lock.
//
// heddle: verdict=clean
// heddle: verdict=bug kind=data-race cause=read-write args=-DBUG
#include <cassert>
#include <mutex>
#include <string>
#include <thread>

static std::mutex lock;
static std::string log_of_all;

struct Log {
    std::string text;
    ~Log() {
#ifndef BUG
        std::lock_guard<std::mutex> hold(lock);
#endif
        log_of_all += text;
    }
};
static thread_local Log mine;

int main() {
    std::thread one([] { mine.text = "one"; }), other([] { mine.text = "other"; });
    one.join();
    other.join();
    assert(log_of_all == "oneother" || log_of_all == "otherone");
}

// std::shared_mutex and std::shared_timed_mutex. The bug: who writes holds it as readers do.
//
// heddle: verdict=clean
// heddle: verdict=bug kind=data-race cause=read-write args=-DBUG
#include <cassert>
#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex lock;
static std::shared_timed_mutex timed;
static int level, count;

int main() {
    std::thread writer([] {
#ifdef BUG
        std::shared_lock<std::shared_mutex> hold(lock);
#else
        std::unique_lock<std::shared_mutex> hold(lock);
#endif
        level++;
    });
    std::thread reader([] {
        std::shared_lock<std::shared_mutex> hold(lock);
        assert(level == 0 || level == 1);
    });
    {
        std::shared_lock<std::shared_timed_mutex> hold(timed, std::chrono::milliseconds(5));
        assert(hold && count == 0);
    }
    writer.join();
    reader.join();
}

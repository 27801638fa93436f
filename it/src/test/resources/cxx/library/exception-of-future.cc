// An exception that leaves a task comes out of its future. The bug: nobody catches it.
//
// heddle: verdict=clean
// heddle: verdict=bug kind=crash cause=SIGABRT args=-DBUG
#include <cassert>
#include <future>
#include <stdexcept>
#include <string>

int main() {
    std::future<int> result = std::async(std::launch::async, []() -> int { throw std::runtime_error("no result"); });
#ifdef BUG
    return result.get();
#else
    try {
        return result.get();
    } catch (const std::runtime_error &error) {
        assert(std::string(error.what()) == "no result");
    }
    std::future<int> broken;
    {
        std::promise<int> promise;
        broken = promise.get_future();
    }
    try {
        broken.get();
        assert(false);
    } catch (const std::future_error &) {
    }
#endif
}

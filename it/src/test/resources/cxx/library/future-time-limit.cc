// std::future::wait_for. The bug: the program takes it that the result is there when the time is over.
//
// heddle: verdict=clean
// heddle: verdict=bug kind=assertion cause=assertion args=-DBUG --timeouts=any
#include <cassert>
#include <chrono>
#include <future>

int main() {
    std::promise<int> promise;
    std::future<int> result = promise.get_future();
    std::thread giver([&promise] { promise.set_value(4); });
    [[maybe_unused]] bool there = result.wait_for(std::chrono::milliseconds(5)) == std::future_status::ready;
#ifdef BUG
    assert(there);
#endif
    assert(result.get() == 4);
    giver.join();
}

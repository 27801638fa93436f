// std::async and its futures. The bug: two tasks add to a number without a lock, by a load and a store.
//
// heddle: verdict=clean
// heddle: verdict=bug kind=assertion cause=assertion args=-DBUG
#include <atomic>
#include <cassert>
#include <future>

static std::atomic<int> total;

static int add(int amount) {
#ifdef BUG
    total = total + amount;
#else
    total += amount;
#endif
    return amount;
}

int main() {
    std::future<int> one = std::async(std::launch::async, add, 1);
    std::future<int> other = std::async(std::launch::async, add, 2);
    assert(one.get() + other.get() == 3);
    assert(total == 3);
}

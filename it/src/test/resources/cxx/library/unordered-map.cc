// std::unordered_map and std::list under a mutex. The bug: who adds holds no lock.
//
// heddle: verdict=clean
// heddle: verdict=bug kind=data-race cause=read-write args=-DBUG
#include <cassert>
#include <list>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>

static std::mutex lock;
static std::unordered_map<std::string, int> levels;
static std::list<int> order;

static void set(const char *name, int level) {
#ifndef BUG
    std::lock_guard<std::mutex> hold(lock);
#endif
    levels[name] = level;
    order.push_back(level);
}

int main() {
    std::thread one(set, "one", 1), other(set, "other", 2);
    one.join();
    other.join();
    assert(levels.size() == 2 && levels["one"] == 1);
    order.sort();
    assert(order.front() == 1 && order.size() == 2);
}

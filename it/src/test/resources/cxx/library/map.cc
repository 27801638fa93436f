// std::map and std::set under a mutex. The bug: who looks holds no lock.
//
// heddle: verdict=clean
// heddle: verdict=bug kind=data-race cause=read-write args=-DBUG
#include <cassert>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>

static std::mutex lock;
static std::map<std::string, int> levels;
static std::set<int> seen;

static void set(const char *name, int level) {
    std::lock_guard<std::mutex> hold(lock);
    levels[name] = level;
    seen.insert(level);
}

int main() {
    std::thread one(set, "one", 1), other(set, "other", 2);
    {
#ifndef BUG
        std::lock_guard<std::mutex> hold(lock);
#endif
        auto found = levels.find("one");
        assert(found == levels.end() || found->second == 1);
    }
    one.join();
    other.join();
    levels.erase("one");
    int sum = 0;
    for (const auto &[name, level] : levels) {
        sum += level;
    }
    for (auto level = seen.rbegin(); level != seen.rend(); ++level) {
        sum += *level;
    }
    assert(sum == 5);
}

// std::atomic<std::shared_ptr>. The bug: what is already published changes.
//
// heddle: verdict=clean
// heddle: verdict=bug kind=data-race cause=read-write args=-DBUG
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

static std::atomic<std::shared_ptr<int>> current{std::make_shared<int>(1)};

int main() {
    std::thread reader([] {
        std::shared_ptr<int> seen = current.load();
        assert(*seen == 1 || *seen == 2);
    });
    std::thread writer([] {
        std::shared_ptr<int> next = std::make_shared<int>(2);
        current.store(next);
#ifdef BUG
        *next = 1;
#endif
    });
    reader.join();
    writer.join();
}

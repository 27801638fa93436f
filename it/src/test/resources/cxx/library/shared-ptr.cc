// std::shared_ptr, whose copies two threads let go of, and std::weak_ptr. The bug: both use one std::shared_ptr itself.
//
// heddle: verdict=clean
// heddle: verdict=bug kind=data-race cause=read-write args=-DBUG
#include <cassert>
#include <memory>
#include <thread>

int main() {
    auto shared = std::make_shared<int>(4);
    std::weak_ptr<int> weak = shared;
#ifdef BUG
    std::thread other([&shared] { shared = std::make_shared<int>(5); });
#else
    std::thread other([shared] { assert(*shared == 4); });
#endif
    shared.reset();
    if (auto still = weak.lock()) {
        assert(*still == 4);
    }
    other.join();
    assert(weak.expired());
}

// std::promise and std::shared_future. The bug: the value is given before what it stands for is written.
//
// heddle: verdict=clean
// heddle: verdict=bug kind=data-race cause=read-write args=-DBUG
#include <cassert>
#include <future>
#include <thread>

static int level;

static void give(std::promise<int *> promise) {
#ifdef BUG
    promise.set_value(&level);
    level = 3;
#else
    level = 3;
    promise.set_value(&level);
#endif
}

int main() {
    std::promise<int *> promise;
    std::shared_future<int *> future = promise.get_future().share();
    std::thread giver(give, std::move(promise));
    std::thread taker([future] { assert(*future.get() == 3); });
    assert(*future.get() == 3);
    giver.join();
    taker.join();
}

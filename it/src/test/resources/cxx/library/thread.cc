// std::thread: join, detach, and arguments that are copied. The bug: a detached thread uses a variable of a function that has returned.
//
// heddle: verdict=clean
// heddle: verdict=bug kind=use-after-free cause=stack-of-left-function args=-DBUG
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

static void start() {
#ifdef BUG
    std::atomic<int> local{1};
    std::thread([&local] { local++; }).detach();
#else
    auto kept = std::make_shared<std::atomic<int>>(1);
    std::thread([kept] { (*kept)++; }).detach();
#endif
}

int main() {
    start();
    int number = 0;
    std::thread joined([](int &to, int from) { to = from; }, std::ref(number), 5);
    joined.join();
    assert(number == 5);
}

// std::packaged_task in the thread of another. The bug: nobody runs the task, and who waits for it waits for good.
//
// heddle: verdict=clean
// heddle: verdict=bug kind=deadlock cause=condition args=-DBUG
#include <atomic>
#include <cassert>
#include <future>
#include <thread>

static std::atomic<bool> closed;

int main() {
    std::packaged_task<int(int)> task([](int number) { return 2 * number; });
    std::future<int> result = task.get_future();
    std::thread worker([&task] {
#ifdef BUG
        if (closed) {
            return;
        }
#endif
        task(21);
    });
    closed = true;
    assert(result.get() == 42);
    worker.join();
}

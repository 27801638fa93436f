// BS::thread_pool: tasks, a wait for them, a reset to another number of threads, and the end.
#include "BS_thread_pool.hpp"
#include <atomic>
#include <cassert>

int main() {
    std::atomic<int> done{0};
    try {
        BS::light_thread_pool pool(2);
        pool.detach_task([&] { done++; });
        pool.detach_task([&] { done++; });
        pool.wait();
        assert(done == 2);
        pool.reset(1);
        pool.detach_task([&] { done++; });
    } catch (const std::system_error &) {
        return 0;
    }
    assert(done == 3);
    return 0;
}

// An exception of one thread that another throws again. The bug: the thread goes on to change what it has handed over.
//
// heddle: verdict=clean
// heddle: verdict=bug kind=data-race cause=read-write args=-DBUG
#include <cassert>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <thread>

struct Failure : std::runtime_error {
    int code = 1;
    Failure() : std::runtime_error("failure") {}
};

static std::mutex lock;
static std::exception_ptr failure;

int main() {
    std::thread worker([] {
        try {
            throw Failure();
        } catch (Failure &caught) {
            std::unique_lock<std::mutex> hold(lock);
            failure = std::current_exception();
#ifdef BUG
            hold.unlock();
#endif
            caught.code = 2;
        }
    });
    std::exception_ptr seen;
    {
        std::lock_guard<std::mutex> hold(lock);
        seen = failure;
    }
    if (seen) {
        try {
            std::rethrow_exception(seen);
        } catch (Failure &caught) {
            assert(caught.code == 2);
        }
    }
    seen = nullptr;
    worker.join();
}

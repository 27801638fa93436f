// cpp-httplib's pool of at most two threads, and two connections, of which the first one goes on until the second one has come.
#include <httplib.h>

int main() {
    std::mutex lock;
    std::condition_variable changed;
    bool second = false;
    httplib::ThreadPool pool(1, 2);
    pool.enqueue([&] {
        std::unique_lock<std::mutex> held(lock);
        changed.wait(held, [&] { return second; });
    });
    pool.enqueue([&] {
        std::unique_lock<std::mutex> held(lock);
        second = true;
        changed.notify_all();
    });
    pool.shutdown();
    return 0;
}

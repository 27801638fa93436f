// cpp-httplib's pool of threads as its server uses it, with at most two threads, and two connections.
#include <httplib.h>

int main() {
    std::unique_ptr<httplib::TaskQueue> queue;
    try {
        queue.reset(new httplib::ThreadPool(1, 2));
        for (int i = 0; i < 2; i++) {
            queue->enqueue([] {});
        }
        queue->shutdown();
    } catch (const std::system_error &) {
    }
    return 0;
}

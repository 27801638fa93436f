// spdlog's pool of two threads, as its asynchronous loggers make it.
#include <spdlog/async.h>
#include <spdlog/spdlog.h>

int main() {
    try {
        spdlog::init_thread_pool(8, 2);
    } catch (const std::exception &) {
    }
    spdlog::shutdown();
    return 0;
}

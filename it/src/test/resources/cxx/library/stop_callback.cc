// A callback of a stop_token, which the thread that asks to stop runs while the other one may be about to give it back: that one waits for
// it, in loops that only look, while the first writes to the callback, which lies on its stack.
//
// heddle: verdict=clean
// heddle: verdict=bug kind=data-race cause=read-write args=-DBUG
#include <cassert>
#include <stop_token>
#include <thread>

int main() {
    std::stop_source source;
    bool told = false;
    std::thread worker([&] {
        {
            std::stop_callback callback(source.get_token(), [&] { told = true; });
#ifdef BUG
            if (told) {
                std::this_thread::yield();
            }
#endif
        }
        if (told) {
            assert(source.stop_requested());
        }
    });
    source.request_stop();
    worker.join();
}

// std::stoi and std::stod of a text that another thread changes. The bug: without the lock.
//
// heddle: verdict=clean
// heddle: verdict=bug kind=data-race cause=read-write args=-DBUG
#include <cassert>
#include <mutex>
#include <string>
#include <thread>

static std::mutex lock;
static std::string number = "1", real = "0.5";

int main() {
    std::thread writer([] {
        std::lock_guard<std::mutex> hold(lock);
        number[0] = '2';
        real[2] = '7';
    });
    int whole;
    double part;
    {
#ifndef BUG
        std::lock_guard<std::mutex> hold(lock);
#endif
        whole = std::stoi(number);
        part = std::stod(real);
    }
    assert((whole == 1 && part == 0.5) || (whole == 2 && part == 0.7));
    writer.join();
}

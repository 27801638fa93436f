// std::latch. The bug: one count too few, so that nobody gets on.
//
// heddle: verdict=clean
// heddle: verdict=bug kind=deadlock cause=condition args=-DBUG
#include <cassert>
#include <latch>
#include <thread>

static int data[2];
#ifdef BUG
static std::latch ready(3);
#else
static std::latch ready(2);
#endif

int main() {
    std::thread one([] { data[0] = 1; ready.count_down(); });
    std::thread other([] { data[1] = 1; ready.arrive_and_wait(); assert(data[0] == 1); });
    ready.wait();
    assert(data[0] + data[1] == 2);
    one.join();
    other.join();
}

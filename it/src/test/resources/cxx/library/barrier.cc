// std::barrier with a completion. The bug: a thread looks at the other's part before the barrier.
//
// heddle: verdict=clean
// heddle: verdict=bug kind=data-race cause=read-write args=-DBUG
#include <barrier>
#include <cassert>
#include <thread>

static int part[2], sum;

int main() {
    std::barrier phase(2, []() noexcept { sum = part[0] + part[1]; });
    auto work = [&phase](int me) {
        part[me] = 1;
#ifdef BUG
        if (part[1 - me] > 1) {
            return;
        }
#endif
        phase.arrive_and_wait();
        assert(sum == 2);
    };
    std::thread other(work, 1);
    work(0);
    other.join();
}

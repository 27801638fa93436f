// std::sort, std::function and std::any of two threads over parts of one vector. The bug: the parts overlap.
//
// heddle: verdict=clean
// heddle: verdict=bug kind=data-race cause=read-write args=-DBUG
#include <algorithm>
#include <any>
#include <cassert>
#include <functional>
#include <numeric>
#include <thread>
#include <vector>

static std::vector<int> numbers{4, 3, 2, 1};

int main() {
#ifdef BUG
    int first = 1;
#else
    int first = 2;
#endif
    std::function<void(int, int)> sort = [](int from, int to) { std::sort(numbers.begin() + from, numbers.begin() + to); };
    std::thread other(sort, first, 4);
    sort(0, 2);
    other.join();
    std::any sum = std::accumulate(numbers.begin(), numbers.end(), 0);
    assert(std::any_cast<int>(sum) == 10);
}

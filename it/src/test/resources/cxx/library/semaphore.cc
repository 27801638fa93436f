// std::counting_semaphore and std::binary_semaphore as a place for one item. The bug: the place is given back before the item is taken.
//
// heddle: verdict=clean
// heddle: verdict=bug kind=data-race cause=read-write args=-DBUG
#include <cassert>
#include <semaphore>
#include <thread>

static std::counting_semaphore<4> places(1);
static std::binary_semaphore items(0);
static int item;

int main() {
    std::thread producer([] {
        for (int i = 1; i <= 2; i++) {
            places.acquire();
            item = i;
            items.release();
        }
    });
    for (int i = 1; i <= 2; i++) {
        items.acquire();
#ifdef BUG
        places.release();
        assert(item > 0);
#else
        assert(item == i);
        places.release();
#endif
    }
    producer.join();
}

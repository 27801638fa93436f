// std::call_once, the first call of which may throw. The bug: a flag beside it, which nothing orders.
//
// heddle: verdict=clean
// heddle: verdict=bug kind=data-race cause=read-write args=-DBUG
#include <cassert>
#include <mutex>
#include <thread>

static std::once_flag once;
static int made, failures;
static bool is_made;

static void use() {
#ifdef BUG
    if (!is_made)
#endif
        try {
            std::call_once(once, [] {
#ifndef BUG
                if (failures++ == 0) {
                    throw 1;
                }
#endif
                made++;
                is_made = true;
            });
        } catch (int) {
            return;
        }
    assert(made == 1);
}

int main() {
    std::thread one(use), other(use);
    one.join();
    other.join();
    use();
}

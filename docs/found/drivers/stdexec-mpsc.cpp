// Producers push to stdexec's queue for many producers and one consumer; the consumer pops until it has all, each of them once.
#include <stdexec/__detail/__intrusive_mpsc_queue.hpp>

#include <cassert>
#include <thread>

#ifndef PRODUCERS
#define PRODUCERS 2
#endif
#ifndef EACH
#define EACH 1
#endif
#ifdef BEFORE
using next_link = void*;
#else
struct node;
using next_link = node*;
#endif

struct node {
    std::atomic<next_link> next{nullptr};
    bool popped = false;
};

int main() {
    STDEXEC::__intrusive_mpsc_queue<&node::next> queue;
    node nodes[PRODUCERS][EACH];
    std::thread producers[PRODUCERS];
    for (int i = 0; i < PRODUCERS; i++)
        producers[i] = std::thread([&queue, &mine = nodes[i]] {
            for (auto& each : mine)
                queue.push_back(&each);
        });
    for (int left = PRODUCERS * EACH; left > 0; left--) {
        node* first;
        while ((first = queue.pop_front()) == nullptr)
            std::this_thread::yield();
        bool known = false;
        for (auto& row : nodes)
            for (auto& each : row)
                known |= &each == first;
        assert(known);
        assert(!first->popped);
        first->popped = true;
    }
    for (auto& producer : producers)
        producer.join();
}

// A stack without a lock, linked by indices: each of three threads takes an element, uses it alone, and puts it back, twice.
//
// To take an element, a thread reads its link and marks it with -1; the count keeps the last element from being taken. But a thread
// that puts an element back writes its link before the element is on the stack. Who has read the head long before finds a link that
// is no longer marked, and takes an element that another thread is still using. It takes six preemptions at the least, at the right places:
// far too many for a bounded search, and of the interleavings drawn at random hardly any shows it.
//
//   heddle check --strategy=surw --seed 1 27-index-stack.c
//   heddle check 27-index-stack.c      # a search in order and samples in turn: some minutes
//
// heddle: verdict=bug kind=data-race cause=write-write args=--strategy=surw --seed 1 -j 1 -i 8000
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { ELEMENTS = 3, ROUNDS = 2, TAKEN = -1 };

static struct {
    int owner; // plain, for whoever has taken the element has it alone
    atomic_int next;
} elements[ELEMENTS];

static atomic_int head;
static atomic_int count;

// An element, or TAKEN if there is only one, or somebody was faster.
static int take(void) {
    while (atomic_load(&count) > 1) {
        int top = atomic_load(&head);
        int next = atomic_exchange(&elements[top].next, TAKEN);
        if (next == TAKEN)
            continue;
        int expected = top;
        if (atomic_compare_exchange_strong(&head, &expected, next)) {
            atomic_fetch_sub(&count, 1);
            return top;
        }
        atomic_store(&elements[top].next, next);
    }
    return TAKEN;
}

static void put(int element) {
    int top = atomic_load(&head);
    do
        atomic_store(&elements[element].next, top);
    while (!atomic_compare_exchange_strong(&head, &top, element));
    atomic_fetch_add(&count, 1);
}

static void *use(void *arg) {
    int me = *(int *)arg;
    for (int round = 0; round < ROUNDS; round++) {
        int element = take();
        while (element == TAKEN)
            element = take();
        elements[element].owner = me;
        assert(elements[element].owner == me);
        put(element);
    }
    return NULL;
}

int main(void) {
    pthread_t threads[ELEMENTS];
    int names[ELEMENTS];
    for (int i = 0; i < ELEMENTS; i++)
        elements[i].next = i + 1 < ELEMENTS ? i + 1 : TAKEN;
    count = ELEMENTS;
    for (int i = 0; i < ELEMENTS; i++) {
        names[i] = i;
        pthread_create(&threads[i], NULL, use, &names[i]);
    }
    for (int i = 0; i < ELEMENTS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

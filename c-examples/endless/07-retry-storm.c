// Two clients take a ticket by compare-and-swap and try again for ever when somebody else was faster, with a count of their attempts. The
// bug: after a failed attempt the ticket of the attempt is used all the same.
// The fix (-DFIXED): it is read anew.
//
//   heddle check 07-retry-storm.c
//   heddle check -DFIXED -t 10s 07-retry-storm.c
//
// heddle: verdict=bug kind=assertion cause=assertion
// heddle: verdict=inconclusive args=-DFIXED -i 200
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int next;
static atomic_int owner[1000];

static void *client(void *unused) {
    for (unsigned attempts = 0;; attempts++) {
        int ticket = atomic_load(&next);
        int is_mine = atomic_compare_exchange_strong(&next, &ticket, ticket + 1);
#ifdef FIXED
        if (!is_mine) {
            continue;
        }
#else
        (void)is_mine;
#endif
        int taken = ticket < 1000 ? atomic_fetch_add(&owner[ticket], 1) : 0;
        assert(taken == 0);
    }
    return unused;
}

int main(void) {
    pthread_t clients[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&clients[i], NULL, client, NULL);
    }
    pthread_join(clients[0], NULL);
    return 0;
}

/* Assertions that fail, each with parts of other types and in other places; the number of one is the argument. */
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
enum color { RED, GREEN = 5, BLUE = -2 };
struct item { int count; unsigned char kind; char letter; unsigned low : 3, high : 7; struct item *next; double weight; };
union { int number; float real; } either;
int logged = 4;
atomic_int hits;
_Atomic unsigned long big = 18446744073709551615ull;
enum color color; float ratio = 0.1f; bool done;
int table[4] = {1, 2, 3, 4}; struct item items[2]; struct item *head, *none; char name[8] = "heddle"; uint16_t port = 65535; short level = -7; long double wide = 2.5L;
int64_t far = -5000000000; _Thread_local int mine = 8; const char *title; volatile int v = 6; void (*callback)(void);
static int two(int a, int b) { return a + b; }
static bool full(struct item *i) { return i->count > 2; }
#define EMPTY(i) ((i)->count == 0)
static void *work(void *arg) {
    switch (*(int *)arg) {
    case 0: logged = 1; break;
    case 1: atomic_store(&hits, 3); break;
    case 2: items[1].count = 9; break;
    case 3: head->weight = 0.25; break;
    case 4: color = GREEN; break;
    case 5: done = true; break;
    }
    return NULL;
}
int main(int argc, char **argv) {
    int which = atoi(argv[1]);
    head = calloc(2, sizeof *head);
    struct item local = {.count = 3, .letter = 'x'};
    struct { int x, y; } point = {1, 2};
    int i = 1, small[3] = {7, 8, 9}; unsigned u = 4294967295u; char c = '\n'; int *p = &i; (void)p;
    enum color mine_too = BLUE; bool ok = false; double d = 1e10;
    pthread_t t;
    pthread_create(&t, NULL, work, &which);
    pthread_join(t, NULL);
    switch (which) {
    case 0: assert(logged == 4); break;
    case 1: assert(hits != 3); break;
    case 2: assert(items[i].count == 0); break;
    case 3: assert(head->weight < ratio); break;
    case 4: assert(color == RED || color == BLUE); break;
    case 5: assert(!done); break;
    case 6: assert(table[0] == 1 && table[3] == 3); break;
    case 7: assert(head->next != NULL); break;
    case 8: assert(none != head && none != NULL); break;
    case 9: assert(point.x == point.y); break;
    case 10: assert(small[i] == 7 && small[2]); break;
    case 11: assert(two(i, logged) == 0); break;
    case 12: assert(full(head)); break;
    case 13: assert(EMPTY(&local)); break;
    case 14: assert(u < 5 || c == 'n'); break;
    case 15: assert(mine_too == RED); break;
    case 16: assert(ok); break;
    case 17: assert(d < 1); break;
    case 18: assert(name[1] == 'h'); break;
    case 19: assert(port == 1); break;
    case 20: assert(level > 0); break;
    case 21: assert(wide < 1); break;
    case 22: assert(far == 0); break;
    case 23: assert(mine == 0); break;
    case 24: assert(title); break;
    case 25: assert(v == 0); break;
    case 26: assert(callback != NULL); break;
    case 27: assert(head->high == 1); break;
    case 28: assert(either.real > 1); break;
    case 29: assert(big == 0); break;
    case 30: assert(*p == 0); break;
    case 31: assert(strcmp(name, "loom") == 0); break;
    case 32: assert(local.letter == 'y' && local.count); break;
    case 33: assert(argc == 1); break;
    case 34: assert(items[table[0] - 1].kind == i); break;
    case 35: assert("message" && logged == 5); break;
    case 36: { int logged = 77; i = 5; assert(logged == i); break; }
    case 37: assert(i++ == 2); break;
    case 38: assert((logged ? table[1] : table[2]) == 0); break;
    case 39: heddle_assert(logged == 5); break;
    case 40: assert(table[0] == table[1]); break;
    case 41: assert(logged == 4 && hits == 1 && (i == 9 || ok)); break;
    }
    return 0;
}

// Thread-safe containers, in the role of libcprops in Table 2 of Inspect, each used by three threads that insert, look up and remove:
//   -DLIST     a linked list, whose length is read without its lock                                                    one race
//   -DHASH     a hash list with a lock for each bucket, whose number of entries is counted without one             two races, one place
//              and which destroys a condition variable that it has never initialised (told with --pedantic)
//   -DTREE     an AVL-like tree whose lock a look-up does not take for the root's key and for the size                  two places
//   -DSPLAY    a splay tree, in which looking up moves what is found, and a look at the root holds no lock              one place
//   -DHEAP     a heap, always under its lock                                                                           clean
//
// heddle: verdict=bug races=1 args=--pedantic -DLIST
// heddle: verdict=bug races others=1 args=--pedantic -DHASH
// heddle: verdict=bug races args=--pedantic -DTREE
// heddle: verdict=bug races args=--pedantic -DSPLAY
// heddle: verdict=clean args=--pedantic -DHEAP
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "../together.h"

#if !defined LIST && !defined HASH && !defined TREE && !defined SPLAY && !defined HEAP
#define HEAP
#endif

#ifndef HASH
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void set_up(void) {}
#endif

#ifdef LIST
struct node {
    int key;
    struct node *next;
};
static struct node *first;
static int length;

static void insert(int key) {
    struct node *node = malloc(sizeof *node);
    pthread_mutex_lock(&lock);
    *node = (struct node){key, first};
    first = node;
    length++;
    pthread_mutex_unlock(&lock);
}

static bool look_up(int key) {
    if (length == 0) { /* the race */
        return false;
    }
    pthread_mutex_lock(&lock);
    struct node *at = first;
    while (at != NULL && at->key != key) {
        at = at->next;
    }
    pthread_mutex_unlock(&lock);
    return at != NULL;
}

static void clear(void) {
    while (first != NULL) {
        struct node *next = first->next;
        free(first);
        first = next;
    }
}
#endif

#ifdef HASH
enum { BUCKETS = 2 };
struct entry {
    int key;
    struct entry *next;
};
struct hash_list {
    struct {
        pthread_mutex_t lock;
        struct entry *first;
    } buckets[BUCKETS];
    pthread_cond_t changed; /* nobody waits for it yet */
    int entries;
};
static struct hash_list *list;

static void set_up(void) {
    list = calloc(1, sizeof *list);
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
        pthread_mutex_init(&list->buckets[bucket].lock, NULL);
    }
}

static void insert(int key) {
    struct entry *entry = malloc(sizeof *entry);
    int bucket = key % BUCKETS;
    pthread_mutex_lock(&list->buckets[bucket].lock);
    *entry = (struct entry){key, list->buckets[bucket].first};
    list->buckets[bucket].first = entry;
    pthread_mutex_unlock(&list->buckets[bucket].lock);
    list->entries++; /* the race */
}

static bool look_up(int key) {
    int bucket = key % BUCKETS;
    pthread_mutex_lock(&list->buckets[bucket].lock);
    struct entry *at = list->buckets[bucket].first;
    while (at != NULL && at->key != key) {
        at = at->next;
    }
    pthread_mutex_unlock(&list->buckets[bucket].lock);
    return at != NULL;
}

static void clear(void) {
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
        while (list->buckets[bucket].first != NULL) {
            struct entry *next = list->buckets[bucket].first->next;
            free(list->buckets[bucket].first);
            list->buckets[bucket].first = next;
        }
        pthread_mutex_destroy(&list->buckets[bucket].lock);
    }
    pthread_cond_destroy(&list->changed); /* never initialised */
    free(list);
}
#endif

#if defined TREE || defined SPLAY
struct node {
    int key;
    struct node *left;
    struct node *right;
};
static struct node *root;
static int size;

static struct node *rotate_right(struct node *node) {
    struct node *top = node->left;
    node->left = top->right;
    top->right = node;
    return top;
}

static struct node *rotate_left(struct node *node) {
    struct node *top = node->right;
    node->right = top->left;
    top->left = node;
    return top;
}

#ifdef TREE
static int height(const struct node *node) {
    if (node == NULL) {
        return 0;
    }
    int left = height(node->left);
    int right = height(node->right);
    return 1 + (left > right ? left : right);
}

static struct node *balanced(struct node *node) {
    int lean = height(node->left) - height(node->right);
    if (lean > 1) {
        if (height(node->left->left) < height(node->left->right)) {
            node->left = rotate_left(node->left);
        }
        return rotate_right(node);
    }
    if (lean < -1) {
        if (height(node->right->right) < height(node->right->left)) {
            node->right = rotate_right(node->right);
        }
        return rotate_left(node);
    }
    return node;
}

static struct node *inserted(struct node *at, struct node *node) {
    if (at == NULL) {
        return node;
    }
    if (node->key < at->key) {
        at->left = inserted(at->left, node);
    } else {
        at->right = inserted(at->right, node);
    }
    return balanced(at);
}

static bool look_up(int key) {
    if (size == 0 || root == NULL) { /* the races */
        return false;
    }
    pthread_mutex_lock(&lock);
    struct node *at = root;
    while (at != NULL && at->key != key) {
        at = key < at->key ? at->left : at->right;
    }
    pthread_mutex_unlock(&lock);
    return at != NULL;
}
#else
/* Brings the key, or a neighbour of it, to the root. */
static struct node *splayed(struct node *at, int key) {
    if (at == NULL || at->key == key) {
        return at;
    }
    if (key < at->key) {
        if (at->left == NULL) {
            return at;
        }
        at->left = splayed(at->left, key);
        return rotate_right(at);
    }
    if (at->right == NULL) {
        return at;
    }
    at->right = splayed(at->right, key);
    return rotate_left(at);
}

static struct node *inserted(struct node *at, struct node *node) {
    if (at == NULL) {
        return node;
    }
    if (node->key < at->key) {
        at->left = inserted(at->left, node);
        return rotate_right(at);
    }
    at->right = inserted(at->right, node);
    return rotate_left(at);
}

static bool look_up(int key) {
    if (root == NULL) { /* the race */
        return false;
    }
    pthread_mutex_lock(&lock);
    root = splayed(root, key);
    bool found = root->key == key;
    pthread_mutex_unlock(&lock);
    return found;
}
#endif

static void insert(int key) {
    struct node *node = calloc(1, sizeof *node);
    node->key = key;
    pthread_mutex_lock(&lock);
    root = inserted(root, node);
    size++;
    pthread_mutex_unlock(&lock);
}

static void clear_below(struct node *node) {
    if (node != NULL) {
        clear_below(node->left);
        clear_below(node->right);
        free(node);
    }
}

static void clear(void) {
    clear_below(root);
}
#endif

#ifdef HEAP
enum { ROOM = 8 };
static int keys[ROOM];
static int count;

static void insert(int key) {
    pthread_mutex_lock(&lock);
    int at = count++;
    keys[at] = key;
    while (at > 0 && keys[at] < keys[(at - 1) / 2]) {
        int kept = keys[at];
        keys[at] = keys[(at - 1) / 2];
        keys[(at - 1) / 2] = kept;
        at = (at - 1) / 2;
    }
    pthread_mutex_unlock(&lock);
}

static bool look_up(int key) {
    pthread_mutex_lock(&lock);
    bool is_least = count > 0 && keys[0] <= key;
    pthread_mutex_unlock(&lock);
    return is_least;
}

static void clear(void) {
    for (int i = 1; i < count; i++) {
        assert(keys[(i - 1) / 2] <= keys[i]);
    }
}
#endif

static void *one(void *unused) {
    insert(5);
    return look_up(5) ? unused : NULL;
}

static void *two(void *unused) {
    insert(3);
    return look_up(8) ? unused : NULL;
}

static void *three(void *unused) {
    insert(8);
    return unused;
}

int main(void) {
    set_up();
    TOGETHER(one, two, three);
    assert(look_up(3) || look_up(5));
    clear();
    return 0;
}

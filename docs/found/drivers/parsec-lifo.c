/* Two threads take elements from PaRSEC's list of free elements; one of them gives one back. */
#include "dague_config.h"

#include "lifo.h"
#include <heddle.h>
#include <pthread.h>
#include <stdbool.h>

static dague_atomic_lifo_t lifo;
static dague_list_item_t elements[3];

static void push(dague_list_item_t *element) {
    dague_atomic_lifo_push(&lifo, dague_list_item_singleton(element));
}

static long number_of(dague_list_item_t *element) {
    return element == NULL ? -1 : element - elements;
}

static void *take(void *unused) {
    HEDDLE_OP(pop, number_of(dague_atomic_lifo_pop(&lifo)));
    return unused;
}

static void *give_back(void *unused) {
    dague_list_item_t *first = NULL;
    HEDDLE_OP(pop, number_of(first = dague_atomic_lifo_pop(&lifo)));
    HEDDLE_OP(pop, number_of(dague_atomic_lifo_pop(&lifo)));
    if (first != NULL)
        HEDDLE_OP_VOID(push first, push(first));
    return unused;
}

int main(void) {
    pthread_t threads[2];
    dague_atomic_lifo_construct(&lifo);
    for (int i = 2; i >= 0; i--)
        push(&elements[i]);
    pthread_create(&threads[0], NULL, take, NULL);
    pthread_create(&threads[1], NULL, give_back, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    HEDDLE_OP(pop, number_of(dague_atomic_lifo_pop(&lifo)));
    return 0;
}

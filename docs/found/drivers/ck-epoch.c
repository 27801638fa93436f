/* Readers look at an object in sections of ConcurrencyKit's epochs; a writer takes the object away, and frees it once no reader can see
 * it. */
#include <ck_epoch.h>
#include <pthread.h>
#include <stdlib.h>

#ifndef READERS
#define READERS 1
#endif
#ifndef SECTIONS
#define SECTIONS 1
#endif
#ifndef OBJECTS
#define OBJECTS 1
#endif

struct object {
    int value;
    ck_epoch_entry_t entry;
};

static ck_epoch_t epochs;
static ck_epoch_record_t records[READERS + 1];
static struct object *shared;

static void destroy(ck_epoch_entry_t *entry) {
    free((char *)entry - offsetof(struct object, entry));
}

static void *look(void *record) {
    for (int i = 0; i < SECTIONS; i++) {
        ck_epoch_begin(record, NULL);
        struct object *object = ck_pr_load_ptr(&shared);
        if (object != NULL && object->value != 1)
            abort();
        ck_epoch_end(record, NULL);
    }
    return NULL;
}

static struct object *make(void) {
    struct object *object = malloc(sizeof *object);
    object->value = 1;
    return object;
}

int main(void) {
    pthread_t readers[READERS];
    ck_epoch_record_t *mine = &records[READERS];
    ck_epoch_init(&epochs);
    for (int i = 0; i <= READERS; i++)
        ck_epoch_register(&epochs, &records[i]);
    shared = make();
    for (int i = 0; i < READERS; i++)
        pthread_create(&readers[i], NULL, look, &records[i]);
    for (int i = 0; i < OBJECTS; i++) {
        struct object *before = shared, *next = i + 1 < OBJECTS ? make() : NULL;
        ck_pr_store_ptr(&shared, next);
#ifdef POLLS
        ck_epoch_call(mine, &before->entry, destroy);
        for (int k = 0; k < POLLS; k++)
            ck_epoch_poll(mine);
#else
        ck_epoch_synchronize(mine);
        free(before);
#endif
    }
    for (int i = 0; i < READERS; i++)
        pthread_join(readers[i], NULL);
    ck_epoch_barrier(mine);
    return 0;
}

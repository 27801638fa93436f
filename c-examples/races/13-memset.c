// A field is cleared, and with it, by a size that is too large, its neighbour, which another thread writes.
// The fix (-DFIXED): the size of the field.
//
//   heddle check races/13-memset.c
//   heddle check -DFIXED races/13-memset.c
//
// heddle: verdict=bug kind=data-race cause=write-write
// heddle: verdict=clean args=-DFIXED
#include <pthread.h>
#include <string.h>

static struct {
    char name[8];
    char tag[8];
} record;

static void *write_tag(void *unused) {
    (void)unused;
    record.tag[2] = 'x';
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, write_tag, NULL);
#ifdef FIXED
    memset(&record, 0, sizeof record.name);
#else
    memset(&record, 0, sizeof record);
#endif
    pthread_join(thread, NULL);
    return 0;
}

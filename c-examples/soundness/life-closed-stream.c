// One thread writes to a stream that another one closes. The fix (-DFIXED): whoever closes waits for the other to end.
//
// heddle: verdict=bug kind=use-after-free cause=closed-stream races=1
// heddle: verdict=clean args=-DFIXED
#include <pthread.h>
#include <stdio.h>

static FILE *log_file;

static void *use(void *unused) {
    fprintf(log_file, "in use\n");
    return unused;
}

int main(void) {
    pthread_t thread;
    log_file = fopen("/dev/null", "w");
    pthread_create(&thread, NULL, use, NULL);
#ifdef FIXED
    pthread_join(thread, NULL);
    fclose(log_file);
#else
    fclose(log_file);
    pthread_join(thread, NULL);
#endif
    return 0;
}

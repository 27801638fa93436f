// One thread reads a directory that another one closes. The fix (-DFIXED): whoever closes waits for the other to end.
//
// heddle: verdict=bug kind=use-after-free cause=closed-stream races=1
// heddle: verdict=clean args=-DFIXED
#include <dirent.h>
#include <pthread.h>

static DIR *directory;

static void *use(void *unused) {
    readdir(directory);
    return unused;
}

int main(void) {
    pthread_t thread;
    directory = opendir("/");
    pthread_create(&thread, NULL, use, NULL);
#ifdef FIXED
    pthread_join(thread, NULL);
    closedir(directory);
#else
    closedir(directory);
    pthread_join(thread, NULL);
#endif
    return 0;
}

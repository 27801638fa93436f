// A command does what a thread waits for: it posts a semaphore by its name, or, with -DFILE_IS_MAPPED, writes to a file that the thread has mapped. It shares
// more with the program than files, so that it does not run at once.
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#ifdef FILE_IS_MAPPED
static volatile char *shared;
static void *waits(void *unused) {
    while (shared[0] != 'x')
        usleep(1000);
    return unused;
}
int main(void) {
    char name[] = "/tmp/mapped-XXXXXX", command[100];
    int file = mkstemp(name);
    if (ftruncate(file, 4096) != 0)
        return 1;
    shared = mmap(NULL, 4096, PROT_READ, MAP_SHARED, file, 0);
    snprintf(command, sizeof command, "printf x | dd conv=notrunc of=%s 2>/dev/null", name);
#else
#include <semaphore.h>
static sem_t *semaphore;
static void *waits(void *unused) {
    sem_wait(semaphore);
    return unused;
}
int main(int count, char **arguments) {
    char name[] = "/heddle-command-posts", command[300];
    semaphore = sem_open(name, O_CREAT, 0600, 0);
    if (count > 1) {
        int posted = sem_post(semaphore);
        sem_unlink(name); // nobody else does where the other program is checked
        return posted;
    }
    snprintf(command, sizeof command, "%s posts", arguments[0]);
#endif
    pthread_t thread;
    pthread_create(&thread, NULL, waits, NULL);
    if (system(command) != 0)
        return 1;
    pthread_join(thread, NULL);
#ifdef FILE_IS_MAPPED
    unlink(name);
#else
    sem_unlink(name);
#endif
    return 0;
}

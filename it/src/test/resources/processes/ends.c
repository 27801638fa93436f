// Threads of a forked process change two numbers, which it shares with its parent, as words say, a letter a step. The first word is its first
// thread's, which ends the process at its F, whatever the others are about to do: by exit, with -DOTHER by a thread that it creates for that,
// with -DKILL as its parent kills it, which waits for that. The parent compares the numbers with the last word.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static struct shared {
    pthread_mutex_t lock;
    int a, b;
    sem_t asked;
} *shared;

static void *leave(void *unused) {
    exit(3);
    return unused;
}

static void end_process(void) {
#ifdef KILL
    sem_post(&shared->asked);
    for (;;) {
        pause();
    }
#elif defined OTHER
    pthread_t thread;
    pthread_create(&thread, NULL, leave, NULL);
    pthread_join(thread, NULL);
#else
    leave(NULL);
#endif
}

static void *run(void *words) {
    for (const char *word = words; *word; word++) {
        if (*word == 'F') {
            end_process();
        }
        pthread_mutex_lock(&shared->lock);
        switch (*word) {
            case 'A': shared->a = (shared->a + 1) % 10; break;
            case 'B': shared->b = (shared->b + 1) % 10; break;
            case 'C': shared->b = shared->a; break;
            default: shared->a = shared->a == 1 ? 5 : shared->a;
        }
        pthread_mutex_unlock(&shared->lock);
    }
    return NULL;
}

int main(int count, char **words) {
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&shared->lock, &attributes);
    sem_init(&shared->asked, 1, 0);
    pid_t process = fork();
    if (process == 0) {
        pthread_t thread;
        for (int i = 2; i < count - 1; i++) {
            pthread_create(&thread, NULL, run, words[i]);
        }
        run(words[1]);
    }
#ifdef KILL
    sem_wait(&shared->asked);
    kill(process, SIGTERM);
#endif
    int status;
    waitpid(process, &status, 0);
#ifdef KILL
    assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
#else
    assert(WIFEXITED(status) && WEXITSTATUS(status) == 3);
#endif
    assert(10 * shared->a + shared->b != atoi(words[count - 1]));
    return 0;
}

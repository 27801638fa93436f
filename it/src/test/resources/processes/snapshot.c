// Threads change two numbers under one lock as words say, a letter a step. The first word is main's: at its F a process is forked, which
// finds the numbers as they are just then, and compares them with the last word.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int a, b;
static const char *unwanted;

static void look_in_child(void) {
    pid_t child = fork();
    if (child == 0) {
        assert(10 * a + b != atoi(unwanted));
        _exit(0);
    }
    pthread_mutex_unlock(&lock);
    waitpid(child, NULL, 0);
}

static void *run(void *words) {
    for (const char *word = words; *word; word++) {
        pthread_mutex_lock(&lock);
        switch (*word) {
            case 'A': a = (a + 1) % 10; break;
            case 'B': b = (b + 1) % 10; break;
            case 'C': b = a; break;
            case 'D': a = a == 1 ? 5 : a; break;
            default: look_in_child(); continue;
        }
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(int count, char **words) {
    pthread_t threads[8];
    unwanted = words[count - 1];
    for (int i = 2; i < count - 1; i++) {
        pthread_create(&threads[i], NULL, run, words[i]);
    }
    run(words[1]);
    for (int i = 2; i < count - 1; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}

// Each process makes keys of its own, after the fork: nobody sees the other one's.
#include <assert.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static int value[2];

static void use(int number) {
    pthread_key_t key;
    assert(pthread_key_create(&key, NULL) == 0);
    assert(pthread_getspecific(key) == NULL);
    pthread_setspecific(key, &value[number]);
    assert(pthread_getspecific(key) == &value[number]);
    pthread_key_delete(key);
}

int main(void) {
    pthread_key_t before;
    pthread_key_create(&before, NULL);
    pthread_setspecific(before, value);
    pid_t child = fork();
    if (child == 0) {
        assert(pthread_getspecific(before) == value);
        use(1);
        _exit(0);
    }
    use(0);
    int status;
    assert(waitpid(child, &status, 0) == child && status == 0);
    assert(pthread_getspecific(before) == value);
    return 0;
}

// Workers that do what its arguments say, two characters an operation, on memory that they share: threads, or with -DPROCESSES processes.
// The second character says with which of two objects.
//
//   L, U: locks and unlocks a mutex    P, W: posts and waits for a semaphore    S, R: stores and reads plain memory
//   A: adds to an atomic variable      V: an assertion that it is less than 2   O: adds to memory of its own
//   T, G: write a byte to a pipe, and read one from it; the second pipe has a byte from the beginning
//
// With -DINNER they are threads, or processes, of a process that is forked first. With -DOWN, where they are threads, the process has the
// memory for itself.
//
// With -DNAMED the memory has a name, and each process maps it for itself.
//
// With -DSIGNALS, where the second character of K and N says which worker:
//
//   K: sends SIGUSR1, which has a handler        B, M: blocks and unblocks it    D: waits until it is handled
//   N: sends SIGUSR2, which all block            Y: waits for SIGUSR2            Q: an assertion that none, or one, has been handled
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static struct shared {
    pthread_mutex_t mutexes[2];
    sem_t semaphores[2];
    int plain[2];
    atomic_int counters[2];
    sem_t begin, done;
    union {
        pid_t process;
        pthread_t thread;
    } workers[8];
} *shared;

static int pipes[2][2];

#ifdef SIGNALS
static _Thread_local volatile sig_atomic_t handled;

static void on_signal(int number) { handled += number == SIGUSR1; }

static sigset_t only(int number) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    return set;
}

static void send(int n, int number) {
#ifdef PROCESSES
    kill(shared->workers[n].process, number);
#else
    pthread_kill(shared->workers[n].thread, number);
#endif
}

static void signals(char what, int n) {
    sigset_t first = only(SIGUSR1), second = only(SIGUSR2);
    int number;
    switch (what) {
        case 'K': send(n, SIGUSR1); break;
        case 'N': send(n, SIGUSR2); break;
        case 'B': pthread_sigmask(SIG_BLOCK, &first, NULL); break;
        case 'M': pthread_sigmask(SIG_UNBLOCK, &first, NULL); break;
        case 'D': sigsuspend(&second); break;
        case 'Y': sigwait(&second, &number); break;
        case 'Q': assert(handled < 1 + n); break;
    }
}

static void begin_signals(void) {
    sigset_t second = only(SIGUSR2);
    signal(SIGUSR1, on_signal);
    pthread_sigmask(SIG_BLOCK, &second, NULL);
}
#else
static void signals(char what, int n) { (void)what, (void)n; }
static void begin_signals(void) {}
#endif

static void *work(void *argument) {
    int own[2] = {0};
#ifdef SIGNALS
    sem_wait(&shared->begin);
#endif
    for (const char *p = argument; *p; p += 2) {
        int n = p[1] - '0';
        switch (*p) {
            case 'L': pthread_mutex_lock(&shared->mutexes[n]); break;
            case 'U': pthread_mutex_unlock(&shared->mutexes[n]); break;
            case 'P': sem_post(&shared->semaphores[n]); break;
            case 'W': sem_wait(&shared->semaphores[n]); break;
            case 'S': shared->plain[n] = p[0]; break;
            case 'R': own[0] = shared->plain[n]; break;
            case 'A': atomic_fetch_add(&shared->counters[n], 1); break;
            case 'V': assert(atomic_load(&shared->counters[n]) < 2); break;
            case 'O': own[n]++; break;
            case 'T': assert(write(pipes[n][1], "x", 1) == 1); break;
            case 'G': assert(read(pipes[n][0], own, 1) == 1); break;
            default: signals(*p, n);
        }
    }
#ifdef SIGNALS
    sem_post(&shared->done);
#endif
    return NULL;
}

#ifdef NAMED
static void map_shared(void) {
    int memory = shm_open("/workers", O_RDWR | O_CREAT, 0600);
    assert(ftruncate(memory, sizeof *shared) == 0);
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
}
#elif defined OWN
static void map_shared(void) { shared = calloc(1, sizeof *shared); }
#else
static void map_shared(void) {
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}
#endif

#ifdef PROCESSES
typedef pid_t worker;
static worker begin(char *program) {
    pid_t process = fork();
    if (process == 0) {
#ifdef NAMED
        mmap(NULL, 1, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); /* so that it lies elsewhere */
        int memory = shm_open("/workers", O_RDWR, 0600);
        shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
#endif
        work(program);
        _exit(0);
    }
    return process;
}
static void end(worker process) { waitpid(process, NULL, 0); }
#else
typedef pthread_t worker;
static worker begin(char *program) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, program);
    return thread;
}
static void end(worker thread) { pthread_join(thread, NULL); }
#endif

int main(int argc, char **argv) {
    map_shared();
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    for (int i = 0; i < 2; i++) {
        pthread_mutex_init(&shared->mutexes[i], &attributes);
        sem_init(&shared->semaphores[i], 1, (unsigned)i);
    }
    if (argc > 1 && strcmp(argv[1], "pipes") == 0) {
        assert(pipe(pipes[0]) == 0 && pipe(pipes[1]) == 0 && write(pipes[1][1], "x", 1) == 1);
        argv++, argc--;
    }
    sem_init(&shared->begin, 1, 0);
    sem_init(&shared->done, 1, 0);
    begin_signals();
#ifdef INNER
    pid_t inner = fork();
    if (inner != 0) {
        waitpid(inner, NULL, 0);
        return 0;
    }
#endif
    worker workers[8];
    for (int i = 1; i < argc && i < 8; i++) {
        workers[i] = begin(argv[i]);
#ifdef PROCESSES
        shared->workers[i - 1].process = workers[i];
#else
        shared->workers[i - 1].thread = workers[i];
#endif
    }
#ifdef SIGNALS
    for (int i = 1; i < argc && i < 8; i++) {
        sem_post(&shared->begin);
    }
    for (int i = 1; i < argc && i < 8; i++) {
        sem_wait(&shared->done);
    }
#endif
    for (int i = 1; i < argc && i < 8; i++) {
        end(workers[i]);
    }
    return 0;
}

// Threads that do what the program's arguments say, two characters an operation: by calls, or with -DCOROUTINES each in a coroutine of its own,
// which goes back to its thread after each operation. With -DCOROUTINES -DASSEMBLY code of the program's own switches, and
// tells ThreadSanitizer. The second character says with which of two objects.
//
//   L, U: locks and unlocks a mutex    P, W: posts and waits for a semaphore    S, R: stores and reads plain memory
//   A: adds to an atomic variable      V: an assertion that it is less than 2   O: adds to memory of its own
//   Y, X: sets a flag, and spins until it is set                                B: lends memory of its own to a thread and waits for it
//   C: as B, but does not wait before it uses it                                H: what follows is done by a new thread
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <ucontext.h>

enum { STACK = 32768 };

static pthread_mutex_t mutexes[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static sem_t semaphores[2];
static int plain[2];
static atomic_int counters[2], flags[2];

struct worker {
    const char *next; // operation
    int moves;
    ucontext_t self, thread;
    char *stack;
    void *sp, *sp_of_thread, *fiber, *fiber_of_thread;
};

static void *increase(void *number) {
    ++*(int *)number;
    return NULL;
}

static void lend(int *own, int waits) {
    pthread_t borrower;
    pthread_create(&borrower, NULL, increase, own);
    if (waits) {
        pthread_join(borrower, NULL);
        ++*own;
    } else {
        ++*own;
        pthread_join(borrower, NULL);
    }
}

static void operate(const char *p, int own[2]) {
    int n = p[1] - '0';
    switch (*p) {
        case 'L': pthread_mutex_lock(&mutexes[n]); break;
        case 'U': pthread_mutex_unlock(&mutexes[n]); break;
        case 'P': sem_post(&semaphores[n]); break;
        case 'W': sem_wait(&semaphores[n]); break;
        case 'S': plain[n] = p[0]; break;
        case 'R': own[0] = plain[n]; break;
        case 'A': atomic_fetch_add(&counters[n], 1); break;
        case 'V': assert(atomic_load(&counters[n]) < 2); break;
        case 'O': own[n]++; break;
        case 'Y': atomic_store(&flags[n], 1); break;
        case 'X':
            while (!atomic_load(&flags[n])) {
            }
            break;
        case 'B': lend(&own[n], 1); break;
        case 'C': lend(&own[n], 0); break;
    }
}

static void *work(void *argument);

static void go_on_elsewhere(struct worker *worker) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, worker);
    pthread_join(thread, NULL);
}

#ifdef ASSEMBLY
void *__tsan_get_current_fiber(void);
void *__tsan_create_fiber(unsigned flags);
void __tsan_destroy_fiber(void *fiber);
void __tsan_switch_to_fiber(void *fiber, unsigned flags);

void switch_stack(void **from, void *to);
__asm__(".text\n"
        ".globl switch_stack\n"
        "switch_stack:\n"
        "  push %rbp; push %rbx; push %r12; push %r13; push %r14; push %r15\n"
        "  mov %rsp, (%rdi); mov %rsi, %rsp\n"
        "  pop %r15; pop %r14; pop %r13; pop %r12; pop %rbx; pop %rbp\n"
        "  ret\n");
#endif

#ifdef COROUTINES
// Another thread may go on with it.
static __attribute__((noinline)) void yield(struct worker *worker) {
#ifdef ASSEMBLY
    __tsan_switch_to_fiber(worker->fiber_of_thread, 0);
    switch_stack(&worker->sp, worker->sp_of_thread);
#else
    swapcontext(&worker->self, &worker->thread);
#endif
}

static void run(unsigned high, unsigned low) {
    struct worker *worker = (struct worker *)((unsigned long)high << 32 | low);
    int own[2] = {0};
    for (; *worker->next; worker->next += 2) {
        if (*worker->next == 'H') {
            worker->moves = 1;
        } else {
            operate(worker->next, own);
        }
        yield(worker);
    }
}

#ifdef ASSEMBLY
static __thread struct worker *begun;

static void run_first(void) {
    struct worker *worker = begun;
    run((unsigned)((unsigned long)worker >> 32), (unsigned)(unsigned long)worker);
    yield(worker); // for good
}

static void prepare(struct worker *worker) {
    worker->stack = malloc(STACK);
    worker->fiber = __tsan_create_fiber(0);
    void **frame = (void **)(worker->stack + STACK) - 3;
    *--frame = (void *)run_first;
    worker->sp = frame - 6;
}

static void resume(struct worker *worker) {
    begun = worker;
    worker->fiber_of_thread = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(worker->fiber, 0);
    switch_stack(&worker->sp_of_thread, worker->sp);
}

static void finish(struct worker *worker) { __tsan_destroy_fiber(worker->fiber); }
#else
static void resume(struct worker *worker) { swapcontext(&worker->thread, &worker->self); }

static void finish(struct worker *worker) { (void)worker; }

static void prepare(struct worker *worker) {
    worker->stack = malloc(STACK);
    getcontext(&worker->self);
    worker->self.uc_stack.ss_sp = worker->stack;
    worker->self.uc_stack.ss_size = STACK;
    worker->self.uc_link = &worker->thread;
    makecontext(&worker->self, (void (*)(void))run, 2, (unsigned)((unsigned long)worker >> 32), (unsigned)(unsigned long)worker);
}
#endif

static void *work(void *argument) {
    struct worker *worker = argument;
    while (*worker->next) {
        resume(worker);
        if (worker->moves) {
            worker->moves = 0;
            go_on_elsewhere(worker);
        }
    }
    return NULL;
}
#else
static void prepare(struct worker *worker) { worker->stack = NULL; }

static void finish(struct worker *worker) { (void)worker; }

static void *work(void *argument) {
    struct worker *worker = argument;
    int own[2] = {0};
    while (*worker->next) {
        const char *operation = worker->next;
        worker->next += 2;
        if (*operation == 'H') {
            go_on_elsewhere(worker);
            return NULL;
        }
        operate(operation, own);
    }
    return NULL;
}
#endif

int main(int argc, char **argv) {
    static struct worker workers[4];
    pthread_t threads[4];
    int count = argc - 1 < 4 ? argc - 1 : 4;
    for (int i = 0; i < 2; i++) {
        sem_init(&semaphores[i], 0, (unsigned)i);
    }
    for (int i = 0; i < count; i++) {
        workers[i].next = argv[i + 1];
        prepare(&workers[i]);
        pthread_create(&threads[i], NULL, work, &workers[i]);
    }
    for (int i = 0; i < count; i++) {
        pthread_join(threads[i], NULL);
        finish(&workers[i]);
        free(workers[i].stack);
    }
    return 0;
}

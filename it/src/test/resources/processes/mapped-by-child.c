// A child maps memory that it shares with its own child; with -DBUG they do not count together.
#include <assert.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
    pid_t p = fork();
    if (p == 0) {
        atomic_int *n = mmap(0, 4, PROT_READ|PROT_WRITE, MAP_SHARED|MAP_ANONYMOUS, -1, 0);
        pid_t c = fork();
        if (c == 0) {
#ifdef BUG
            *n = *n + 1;
#else
            atomic_fetch_add(n, 1);
#endif
            _exit(0);
        }
#ifdef BUG
        *n = *n + 1;
#else
        atomic_fetch_add(n, 1);
#endif
        waitpid(c, 0, 0); assert(*n == 2); _exit(0);
    }
    static int own; own++;
    int st; assert(waitpid(p, &st, 0) == p && st == 0 && own == 1);
    return 0;
}

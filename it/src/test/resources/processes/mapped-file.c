// A child writes to a file that its parent maps; with -DBUG the parent does not wait.
#include <assert.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
    char name[] = "/tmp/mapped-XXXXXX"; int f = mkstemp(name); assert(ftruncate(f, 4096) == 0);
    pid_t p = fork();
    if (p == 0) { assert(pwrite(f, "x", 1, 0) == 1); _exit(0); }
    char *m = mmap(0, 4096, PROT_READ, MAP_SHARED, f, 0);
#ifdef BUG
    assert(m[0] == 'x');
#endif
    int st; assert(waitpid(p, &st, 0) == p && st == 0);
    assert(m[0] == 'x'); unlink(name);
    return 0;
}

// A worker accepts what its parent connects to.
#include <assert.h>
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)}; socklen_t n = sizeof a;
    int l = socket(AF_INET, SOCK_STREAM, 0); assert(bind(l, (void *)&a, n) == 0 && listen(l, 4) == 0);
    getsockname(l, (void *)&a, &n);
    pid_t p = fork();
    if (p == 0) { int s = accept(l, 0, 0); char x; assert(read(s, &x, 1) == 1); x++; assert(write(s, &x, 1) == 1); close(s); _exit(0); }
    int c = socket(AF_INET, SOCK_STREAM, 0); assert(connect(c, (void *)&a, sizeof a) == 0);
    char x = 'a', y; assert(write(c, &x, 1) == 1); assert(read(c, &y, 1) == 1 && y == x + 1);
    int st; assert(waitpid(p, &st, 0) == p && st == 0);
    return 0;
}

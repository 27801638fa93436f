#include "conformance.h"

#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

static void *work(void *unused) {
    char name[16];
    SHOW(prctl(PR_GET_NAME, name));
    SHOW(strcmp(name, "first"));
    SHOW(prctl(PR_SET_NAME, "a name that is too long"));
    SHOW(pthread_getname_np(pthread_self(), name, sizeof name));
    SHOW(strcmp(name, "a name that is "));
    SHOW(seteuid(geteuid()));
    SHOW(setgid(getgid()));
    SHOW(setresuid(-1, -1, -1));
    return unused;
}

int main(void) {
    char name[16];
    pthread_t thread;
    SHOW(prctl(PR_SET_NAME, "first"));
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    SHOW(prctl(PR_GET_NAME, name));
    SHOW(strcmp(name, "first"));
    SHOW(pthread_setname_np(pthread_self(), "second"));
    SHOW(prctl(PR_GET_NAME, name));
    SHOW(strcmp(name, "second"));
    SHOW(pthread_getname_np(pthread_self(), name, 8));
    return 0;
}

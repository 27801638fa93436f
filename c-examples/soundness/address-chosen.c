// A server at an address that the program chooses, and its client. Executions that run at the same time cannot both have the address, so
// they run one after the other. The bug: the client does not wait for the server, and may come before the address is there.
//
// heddle: verdict=clean args=-DFIXED
// heddle: verdict=bug kind=assertion cause=assertion
// heddle: verdict=clean args=-DFIXED -DBY_PORT
// heddle: verdict=bug kind=assertion cause=assertion args=-DBY_PORT
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

// Each form of this program has an address of its own, for the tests run several of them at a time.
#if defined FIXED && defined NATIVE
#define FORM "1"
#elif defined FIXED
#define FORM "2"
#elif defined NATIVE
#define FORM "3"
#else
#define FORM "4"
#endif

#ifdef BY_PORT
static struct sockaddr_in address = {.sin_family = AF_INET};
static const socklen_t length = sizeof address;
#else
#define PATH "\0heddle-address-chosen" FORM
static const struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = PATH};
static const socklen_t length = offsetof(struct sockaddr_un, sun_path) + sizeof PATH - 1;
#endif
static sem_t listening;
static int hits;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void count(void) {
    pthread_mutex_lock(&lock);
    hits++;
    pthread_mutex_unlock(&lock);
}

static void *client(void *unused) {
#ifdef FIXED
    sem_wait(&listening);
#endif
    int end = socket(address.
#ifdef BY_PORT
                     sin_family,
#else
                     sun_family,
#endif
                     SOCK_STREAM, 0);
    assert(connect(end, (const struct sockaddr *)&address, length) == 0);
    count();
    close(end);
    return unused;
}

int main(void) {
    sem_init(&listening, 0, 0);
#ifdef BY_PORT
    address.sin_port = htons(27130 + FORM[0]);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int end = socket(AF_INET, SOCK_STREAM, 0), yes = 1;
    setsockopt(end, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
#else
    int end = socket(AF_UNIX, SOCK_STREAM, 0);
#endif
    pthread_t thread;
    pthread_create(&thread, NULL, client, NULL);
    assert(bind(end, (const struct sockaddr *)&address, length) == 0);
    assert(listen(end, 1) == 0);
    sem_post(&listening);
    count();
    count();
    pthread_join(thread, NULL);
    assert(hits == 3);
    close(end);
    return 0;
}

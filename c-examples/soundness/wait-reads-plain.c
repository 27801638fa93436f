// A thread waits in a loop that loads an atomic and reads plain memory as well: `flag`, or with -DPOINTER the pointer to what it looks at.
// It never waits for the atomic alone, so there is no livelock: whoever changes the plain memory races with it, or is a handler of its own
// (-DHANDLER; -DLATER installs it when the thread waits already). With -DAFTERWARDS the flag is set when the thread waits already; with
// -DRELEASES each round passes on that it has looked. -DUNSEEN has it set by a function of the library that is not seen, so nothing is proved.
// With -DTICKS another thread sleeps again and again, for ever.
//
//   heddle check wait-reads-plain.c
//   heddle check -DAFTERWARDS wait-reads-plain.c
//   heddle check -DAFTERWARDS -DUNSEEN wait-reads-plain.c
//   heddle check -DPOINTER wait-reads-plain.c
//   heddle check -DRELEASES wait-reads-plain.c
//   heddle check -DHANDLER wait-reads-plain.c
//   heddle check -DHANDLER -DLATER wait-reads-plain.c
//
// heddle: verdict=bug kind=data-race cause=read-write
// heddle: verdict=bug kind=data-race cause=read-write args=-DAFTERWARDS
// heddle: verdict=bug kind=data-race cause=read-write args=-DPOINTER
// heddle: verdict=bug kind=data-race cause=read-write args=-DRELEASES
// heddle: verdict=clean executions=6 args=-DHANDLER
// heddle: verdict=clean executions=6 args=-DHANDLER -DLATER
// heddle: verdict=bug kind=data-race cause=read-write args=-DTICKS
// heddle: verdict=bug kind=data-race cause=read-write args=-DTICKS -DAFTERWARDS
// heddle: verdict=clean executions=6 args=-DTICKS -DHANDLER
// heddle: verdict=clean executions=6 args=-DTICKS -DHANDLER -DLATER
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#ifdef UNSEEN
static wchar_t flag;
#else
static volatile sig_atomic_t flag;
#endif
static atomic_int other, seen;

struct job {
    atomic_bool done;
};
static struct job first, second, *current = &first;

static void set(int number) {
    (void)number;
    flag = 1;
}

#ifdef TICKS
static void *tick(void *unused) {
    for (;;) {
        usleep(1000);
    }
    return unused;
}
#endif

static void *wait(void *unused) {
#ifdef POINTER
    while (!atomic_load(&current->done)) {
    }
#else
#ifdef AFTERWARDS
    atomic_store(&seen, 1);
#endif
    while (!flag) {
        atomic_load(&other);
#ifdef RELEASES
        atomic_fetch_or(&seen, 1);
#endif
    }
#endif
    return unused;
}

int main(void) {
    pthread_t thread;
#ifndef LATER
    signal(SIGUSR1, set);
#endif
    pthread_create(&thread, NULL, wait, NULL);
#ifdef TICKS
    pthread_t ticker;
    pthread_create(&ticker, NULL, tick, NULL);
    pthread_detach(ticker);
#endif
#if defined POINTER
    atomic_store(&second.done, true);
    current = &second;
#elif defined HANDLER
#ifdef LATER
    signal(SIGUSR1, set);
#endif
    pthread_kill(thread, SIGUSR1);
#else
#if defined AFTERWARDS || defined RELEASES
    while (!atomic_load(&seen)) {
    }
#endif
#ifdef UNSEEN
    mbstowcs(&flag, "1", 1);
#else
    set(0);
#endif
#endif
    pthread_join(thread, NULL);
    return 0;
}

package org.heddle.it.fuzz;

import java.util.List;
import java.util.regex.Pattern;

/** The C source of random programs, of which the argument chooses one. */
final class FuzzSource {
    private static final String HEAD =
            """
            #define _GNU_SOURCE
            #include <assert.h>
            #include <errno.h>
            #include <fcntl.h>
            #include <poll.h>
            #include <pthread.h>
            #include <semaphore.h>
            #include <signal.h>
            #include <stdatomic.h>
            #include <stdio.h>
            #include <stdlib.h>
            #include <string.h>
            #include <sys/epoll.h>
            #include <sys/eventfd.h>
            #include <sys/mman.h>
            #include <sys/select.h>
            #include <sys/socket.h>
            #include <sys/timerfd.h>
            #include <sys/stat.h>
            #include <time.h>
            #include <unistd.h>
            static int x0, x1;
            static int *p0;
            static atomic_int a0, a1;
            static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER;
            static pthread_cond_t c0 = PTHREAD_COND_INITIALIZER, c1 = PTHREAD_COND_INITIALIZER;
            static pthread_rwlock_t w0 = PTHREAD_RWLOCK_INITIALIZER;
            static pthread_spinlock_t l0;
            static pthread_barrier_t b0;
            static pthread_once_t o0 = PTHREAD_ONCE_INIT;
            static sem_t s0, s1;
            static pthread_t t[4];
            static int pipes[2], pair[2], event, descriptor = -1;
            static timer_t ticks;
            static pthread_key_t k0;
            static FILE *f0;
            static char *g0, words[16];
            static int file;
            static const struct timespec past = {1, 0}, soon = {1LL << 32, 0}, late = {1LL << 33, 0};
            static unsigned long seen[4]; /* what each thread was shown, as digits to the base 200 */
            /* Instructions of which the checker sees the access of `seen`, and of `t` where it is read. */
            #define HIDE(to, what) __asm__ volatile("movq %1, %%rax; movq %%rax, %0" : "=m"(to) : "m"(what) : "rax")
            #define SHOW(value) do { n = n * 200 + (value) + 1; __asm__ volatile("movq %1, %0" : "=m"(seen[T]) : "r"(n)); } while (0)
            static pthread_t handle(int thread) {
                pthread_t it;
                __asm__ volatile("movq %1, %0" : "=r"(it) : "m"(t[thread]));
                return it;
            }
            static void kind(pthread_mutex_t *mutex, int type, int robust) {
                pthread_mutexattr_t attributes;
                pthread_mutexattr_init(&attributes);
                pthread_mutexattr_settype(&attributes, type);
                pthread_mutexattr_setrobust(&attributes, robust);
                pthread_mutex_init(mutex, &attributes);
                pthread_mutexattr_destroy(&attributes);
            }
            static void initialiser(void) { atomic_fetch_add(&a0, 1); }
            static void cleanup(void *mutex) { pthread_mutex_unlock(mutex); }
            static void handler(int number) { (void)number; atomic_fetch_add(&a1, 1); }
            static void counts(void *unused) { (void)unused; atomic_fetch_add(&a1, 2); }
            static void leaves(void) { pthread_mutex_lock(&m0); pthread_mutex_unlock(&m0); }
            static void catch_signal(int flags) {
                struct sigaction action = {.sa_flags = flags};
                action.sa_handler = handler;
                sigaction(SIGUSR1, &action, NULL);
            }
            static _Thread_local int mine;
            static void handler_here(int number) { (void)number; mine++; atomic_fetch_add(&a1, 1); }
            static void catch_here(int flags) {
                struct sigaction action = {.sa_flags = flags};
                action.sa_handler = handler_here;
                sigaction(SIGUSR1, &action, NULL);
            }
            #ifdef TIMERS
            static void expired(union sigval unused) { (void)unused; atomic_fetch_add(&a1, 1); }
            static timer_t make_timer(int how) {
                timer_t timer = NULL;
                struct sigevent event = {.sigev_notify = how, .sigev_signo = SIGUSR1};
                if (how == SIGEV_THREAD) event.sigev_notify_function = expired;
                if (timer_create(CLOCK_MONOTONIC, &event, &timer)) _exit(96);
                return timer;
            }
            static void set_timer(int seconds, int again) {
                struct itimerspec when = {{again, 0}, {seconds, 0}};
                if (descriptor < 0 ? timer_settime(ticks, 0, &when, NULL) : timerfd_settime(descriptor, 0, &when, NULL)) _exit(95);
            }
            static int expiries(void) {
                uint64_t count = 0;
                if (descriptor < 0) return timer_getoverrun(ticks);
                return read(descriptor, &count, sizeof count) == sizeof count ? (int)count : 0;
            }
            #endif
            static long now(void) {
                struct timespec time;
                clock_gettime(CLOCK_MONOTONIC, &time);
                return (long)time.tv_sec;
            }
            static void block(int how) {
                sigset_t set;
                sigemptyset(&set);
                sigaddset(&set, SIGUSR1);
                pthread_sigmask(how, &set, NULL);
            }
            static void use_all(void) {
                (void)x0, (void)x1, (void)p0, (void)a0, (void)a1, (void)m0, (void)m1, (void)c0, (void)c1, (void)w0, (void)l0;
                (void)b0, (void)o0, (void)s0, (void)s1, (void)pipes, (void)event, (void)past, (void)soon, (void)late;
                (void)handle, (void)kind, (void)initialiser, (void)cleanup, (void)handler, (void)counts, (void)catch_signal, (void)block;
                (void)k0, (void)now, (void)descriptor, (void)ticks, (void)pair;
            #ifdef TIMERS
                (void)expired, (void)make_timer, (void)set_timer, (void)expiries;
            #endif
                (void)k0, (void)f0, (void)g0, (void)words, (void)file, (void)leaves, (void)catch_here;
            }
            __attribute__((destructor)) static void show(void) {
                static char text[100]; /* no stack, of which it would matter what it held before */
                int length = 0;
                for (int i = 0; i < 4; i++) {
                    unsigned long value;
                    __asm__ volatile("movq %1, %0" : "=r"(value) : "m"(seen[i]));
                    if (value) {
                        length += snprintf(text + length, 24, "%d=%lu ", i, value);
                    }
                }
                if (length && write(1, text, (size_t)length) < 0) {
                    _exit(99);
                }
            }
            """;

    private static final Pattern TIMERS = Pattern.compile("make_timer|set_timer|expiries|timer_|timerfd");

    private FuzzSource() {}

    /** A program that refers to timers has fewer operations that commute. */
    private static boolean haveTimers(List<FuzzProgram> programs) {
        return programs.stream()
                .anyMatch(one -> TIMERS.matcher(one.functions("")).find());
    }

    /** A program for each; the first argument is the number of the one to be run. */
    static String of(List<FuzzProgram> programs) {
        StringBuilder source = new StringBuilder(haveTimers(programs) ? "#define TIMERS\n" : "").append(HEAD);
        for (int i = 0; i < programs.size(); i++) {
            source.append(programs.get(i).functions("p" + i + "_"));
        }
        source.append("int main(int count, char **arguments) {\n  if (count < 2) use_all();\n");
        source.append("  switch (atoi(arguments[1])) {\n");
        for (int i = 0; i < programs.size(); i++) {
            source.append("    case %d: return p%d_main();\n".formatted(i, i));
        }
        return source.append("  }\n  return 98;\n}\n").toString();
    }
}

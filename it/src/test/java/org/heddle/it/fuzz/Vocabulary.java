package org.heddle.it.fuzz;

import java.util.List;

/**
 * The statements that random programs are made of: one list for each family of calls. What stands between slashes is one of several
 * spellings; {@code K} in {@code handle(K)} is a thread with a lower number, or any for main.
 */
enum Vocabulary {
    MUTEX(
            List.of("kind(&m0, PTHREAD_MUTEX_<NORMAL/RECURSIVE/ERRORCHECK>, PTHREAD_MUTEX_<STALLED/ROBUST>);"),
            List.of(
                    "pthread_mutex_lock(&m<0/0/1>); x<0/1>++; pthread_mutex_unlock(&m<0/0/1>);",
                    "pthread_mutex_lock(&m0); <x0 = T + 1;/SHOW(x0);> pthread_mutex_unlock(&m0);",
                    "pthread_mutex_lock(&m0); pthread_mutex_lock(&m1); pthread_mutex_unlock(&m1); pthread_mutex_unlock(&m0);",
                    "pthread_mutex_lock(&m1); pthread_mutex_lock(&m0); pthread_mutex_unlock(&m0); pthread_mutex_unlock(&m1);",
                    "e = pthread_mutex_trylock(&m<0/1>); SHOW(e); if (e == 0) pthread_mutex_unlock(&m<0/1>);",
                    "SHOW(pthread_mutex_lock(&m0));",
                    "SHOW(pthread_mutex_unlock(&m<0/0/1>));",
                    "SHOW(pthread_mutex_trylock(&m0));",
                    "SHOW(pthread_mutex_timedlock(&m0, &<past/soon/late>));",
                    "if (pthread_mutex_lock(&m0) == EOWNERDEAD) { SHOW(1); pthread_mutex_consistent(&m0); } pthread_mutex_unlock(&m0);",
                    "pthread_mutex_destroy(&m<0/0/1>);",
                    "pthread_mutex_init(&m1, NULL);")),
    CONDITION(
            List.of(),
            List.of(
                    "pthread_mutex_lock(&m0); x0 = 1; pthread_cond_<signal/broadcast>(&c0); pthread_mutex_unlock(&m0);",
                    "pthread_mutex_lock(&m0); if (!x0) pthread_cond_wait(&c0, &m0); SHOW(x0); pthread_mutex_unlock(&m0);",
                    "pthread_mutex_lock(&m0); while (!x0) pthread_cond_wait(&c0, &m0); x0--; pthread_mutex_unlock(&m0);",
                    "pthread_mutex_lock(&m0); SHOW(pthread_cond_timedwait(&c0, &m0, &<past/soon/late>)); pthread_mutex_unlock(&m0);",
                    "pthread_cond_signal(&c0);",
                    "pthread_cond_broadcast(&c0);",
                    "pthread_mutex_lock(&m1); pthread_cond_wait(&c0, &m1); pthread_mutex_unlock(&m1);",
                    "pthread_cond_wait(&c0, &m0);",
                    "pthread_cond_destroy(&c0);",
                    "pthread_mutex_lock(&m0); pthread_cond_wait(&c0, &m0); pthread_cond_signal(&c0); pthread_mutex_unlock(&m0);")),
    RWLOCK(
            List.of(),
            List.of(
                    "pthread_rwlock_rdlock(&w0); SHOW(x0); pthread_rwlock_unlock(&w0);",
                    "pthread_rwlock_wrlock(&w0); x0++; pthread_rwlock_unlock(&w0);",
                    "e = pthread_rwlock_tryrdlock(&w0); SHOW(e); if (e == 0) pthread_rwlock_unlock(&w0);",
                    "e = pthread_rwlock_trywrlock(&w0); SHOW(e); if (e == 0) { x0 = 2; pthread_rwlock_unlock(&w0); }",
                    "SHOW(pthread_rwlock_timedwrlock(&w0, &<past/soon/late>));",
                    "SHOW(pthread_rwlock_timedrdlock(&w0, &<past/soon/late>));",
                    "SHOW(pthread_rwlock_unlock(&w0));",
                    "SHOW(pthread_rwlock_rdlock(&w0));",
                    "SHOW(pthread_rwlock_wrlock(&w0));",
                    "pthread_rwlock_destroy(&w0);",
                    "pthread_rwlock_init(&w0, NULL);")),
    SPIN(
            List.of("pthread_spin_init(&l0, 0);"),
            List.of(
                    "pthread_spin_lock(&l0); x0++; SHOW(x0); pthread_spin_unlock(&l0);",
                    "e = pthread_spin_trylock(&l0); SHOW(e); if (e == 0) pthread_spin_unlock(&l0);",
                    "pthread_spin_lock(&l0);",
                    "pthread_spin_unlock(&l0);",
                    "for (int k = 0; k < 3 && pthread_spin_trylock(&l0) != 0; k++) {}",
                    "pthread_spin_destroy(&l0);",
                    "pthread_spin_init(&l0, 0);")),
    SEMAPHORE(
            List.of("sem_init(&s0, 0, <0/1/1>);", "sem_init(&s1, 0, 0);"),
            List.of(
                    "SHOW(sem_wait(&s<0/0/1>));",
                    "SHOW(sem_post(&s<0/0/1>));",
                    "sem_wait(&s0); x0++; SHOW(x0); sem_post(&s0);",
                    "SHOW(sem_trywait(&s0));",
                    "SHOW(sem_timedwait(&s<0/1>, &<past/soon/late>));",
                    "sem_getvalue(&s0, &e); SHOW(e);",
                    "sem_init(&s0, 0, 1);")),
    BARRIER(
            List.of("pthread_barrier_init(&b0, NULL, <1/2/2/3>);"),
            List.of(
                    "SHOW(pthread_barrier_wait(&b0));",
                    "SHOW(pthread_barrier_wait(&b0));",
                    "x<0/1>++; SHOW(pthread_barrier_wait(&b0)); SHOW(x0);",
                    "pthread_barrier_destroy(&b0);",
                    "pthread_barrier_init(&b0, NULL, 2);")),
    ONCE(
            List.of(),
            List.of(
                    "pthread_once(&o0, initialiser); SHOW(atomic_load(&a0));",
                    "pthread_once(&o0, initialiser);",
                    "atomic_fetch_add(&a0, 1);")),
    THREAD(
            List.of(),
            List.of(
                    "SHOW(pthread_join(handle(K), NULL));",
                    "SHOW(pthread_tryjoin_np(handle(K), NULL));",
                    "SHOW(pthread_timedjoin_np(handle(K), NULL, &<past/soon/late>));",
                    "SHOW(pthread_detach(handle(K)));",
                    "SHOW(pthread_detach(pthread_self()));",
                    "SHOW(pthread_kill(handle(K), 0));",
                    "pthread_setspecific(k0, &x0);",
                    "sched_yield();",
                    "pthread_exit(NULL);",
                    "atomic_fetch_add(&a0, 1);",
                    "SHOW(atomic_load(&a0));")),
    CANCEL(
            List.of(),
            List.of(
                    "SHOW(pthread_cancel(handle(K)));",
                    "SHOW(pthread_cancel(handle(K)));",
                    "pthread_testcancel(); SHOW(1);",
                    "pthread_setcancelstate(PTHREAD_CANCEL_<DISABLE/ENABLE>, NULL);",
                    "pthread_mutex_lock(&m0); pthread_cleanup_push(cleanup, &m0) pthread_cond_wait(&c0, &m0); SHOW(2); pthread_cleanup_pop(1);",
                    "pthread_mutex_lock(&m0); pthread_cond_signal(&c0); pthread_mutex_unlock(&m0);",
                    "SHOW(pthread_join(handle(K), NULL));",
                    "SHOW(pthread_detach(handle(K)));",
                    "sem_wait(&s0); SHOW(3);",
                    "sem_post(&s0);")),
    CANCELLED(
            List.of("if (pipe(pipes)) _exit(97);"),
            List.of(
                    "SHOW(pthread_cancel(handle(K)));",
                    "SHOW(pthread_cancel(handle(K)));",
                    "SHOW(pthread_cancel(handle(K))); { void *r = NULL; SHOW(pthread_join(handle(K), &r)); SHOW(r == PTHREAD_CANCELED); }",
                    "{ void *r = NULL; SHOW(pthread_join(handle(K), &r)); SHOW(r == PTHREAD_CANCELED); }",
                    "pthread_mutex_lock(&m0); pthread_cleanup_push(cleanup, &m0) sleep(1); SHOW(2); pthread_cleanup_pop(1);",
                    "pthread_mutex_lock(&m0); x0++; pthread_cleanup_push(cleanup, &m0) sem_wait(&s0); SHOW(x0); pthread_cleanup_pop(1);",
                    "pthread_cleanup_push(counts, NULL) { char c = 0; SHOW((int)read(pipes[0], &c, 1)); SHOW(c); } pthread_cleanup_pop(0);",
                    "pthread_cleanup_push(counts, NULL) { struct pollfd f = {pipes[0], POLLIN, 0}; SHOW(poll(&f, 1, <-1/10>)); } pthread_cleanup_pop(1);",
                    "pthread_cleanup_push(counts, NULL) SHOW(pthread_join(handle(K), NULL)); pthread_cleanup_pop(0);",
                    "pthread_cleanup_push(counts, NULL) pthread_testcancel(); pthread_cleanup_pop(0); SHOW(atomic_load(&a1));",
                    "pthread_mutex_lock(&m0); pthread_cleanup_push(cleanup, &m0) SHOW(pthread_cond_timedwait(&c0, &m0, &soon)); pthread_cleanup_pop(1);",
                    "pthread_mutex_lock(&m0); pthread_cond_<signal/broadcast>(&c0); pthread_mutex_unlock(&m0);",
                    "SHOW(sem_timedwait(&s0, &<soon/late>));",
                    "SHOW(poll(NULL, 0, <5/-1>));",
                    "{ char c = 'a' + T; SHOW((int)write(pipes[1], &c, 1)); }",
                    "pthread_setcancelstate(PTHREAD_CANCEL_<DISABLE/ENABLE>, NULL);",
                    "pthread_setspecific(k0, &x0);",
                    "sem_post(&s0); SHOW(atomic_load(&a1));")),
    SIGNAL(
            List.of("catch_signal(<0/SA_RESTART>);"),
            List.of(
                    "SHOW(pthread_kill(handle(K), SIGUSR1));",
                    "SHOW(pthread_kill(handle(K), SIGUSR1));",
                    "SHOW(raise(SIGUSR1));",
                    "SHOW(pthread_join(handle(K), NULL));",
                    "SHOW(sem_wait(&s0)); SHOW(errno == EINTR);",
                    "sem_post(&s0);",
                    "pthread_mutex_lock(&m0); x0++; SHOW(x0); pthread_mutex_unlock(&m0);",
                    "{ sigset_t s; sigemptyset(&s); sigaddset(&s, SIGUSR1); pthread_sigmask(SIG_<BLOCK/UNBLOCK>, &s, NULL); }",
                    "{ sigset_t s; sigpending(&s); SHOW(sigismember(&s, SIGUSR1)); }",
                    "SHOW(atomic_load(&a1));")),
    INTERRUPTED(
            List.of("catch_signal(<0/SA_RESTART>);", "if (pipe(pipes)) _exit(97);"),
            List.of(
                    "SHOW(pthread_kill(handle(K), SIGUSR1));",
                    "SHOW(pthread_kill(handle(K), SIGUSR1));",
                    "SHOW(pthread_kill(handle(K), SIGUSR1));",
                    "SHOW(pthread_kill(handle(K), SIGUSR1)); SHOW(pthread_kill(handle(K), SIGUSR1));",
                    "SHOW((int)sleep(2));",
                    "{ struct timespec d = {1, 0}; SHOW(nanosleep(&d, &d)); SHOW((int)d.tv_sec); }",
                    "SHOW(poll(NULL, 0, <0/7/-1>));",
                    "{ struct pollfd f = {pipes[0], POLLIN, 0}; SHOW(poll(&f, 1, <-1/10>)); SHOW(f.revents); }",
                    "{ fd_set f; FD_ZERO(&f); FD_SET(pipes[0], &f); SHOW(select(pipes[0] + 1, &f, NULL, NULL, NULL)); }",
                    "{ struct timeval d = {1, 0}; SHOW(select(0, NULL, NULL, NULL, &d)); }",
                    "{ char c = 0; SHOW((int)read(pipes[0], &c, 1)); SHOW(c); }",
                    "{ char c = 'a' + T; SHOW((int)write(pipes[1], &c, 1)); }",
                    "SHOW(sem_wait(&s0));",
                    "SHOW(sem_timedwait(&s0, &<past/soon/late>));",
                    "sem_post(&s0);",
                    "pthread_mutex_lock(&m0); SHOW(pthread_cond_timedwait(&c0, &m0, &soon)); pthread_mutex_unlock(&m0);",
                    "pthread_mutex_lock(&m0); pthread_cond_wait(&c0, &m0); SHOW(atomic_load(&a1)); pthread_mutex_unlock(&m0);",
                    "pthread_mutex_lock(&m0); pthread_cond_signal(&c0); SHOW(atomic_load(&a1)); pthread_mutex_unlock(&m0);",
                    "pause(); SHOW(atomic_load(&a1));",
                    "{ sigset_t s; sigemptyset(&s); SHOW(sigsuspend(&s)); }",
                    "block(<SIG_BLOCK/SIG_UNBLOCK>);",
                    "{ sigset_t s; int got = 0; sigemptyset(&s); sigaddset(&s, SIGUSR1); block(SIG_BLOCK); sigwait(&s, &got); SHOW(got); }",
                    "SHOW(pthread_join(handle(K), NULL)); SHOW(atomic_load(&a1));")),
    TIMER(
            List.of(
                    "catch_signal(<0/SA_RESTART>);",
                    "signal(SIGALRM, handler);",
                    "<ticks = make_timer(SIGEV_SIGNAL);/ticks = make_timer(SIGEV_THREAD);/descriptor = timerfd_create(CLOCK_MONOTONIC, 0);>"),
            List.of(
                    "set_timer(<1/1/2>, 0);",
                    "set_timer(<1/2>, <0/1>);",
                    "set_timer(0, 0);",
                    "SHOW((int)alarm(<0/1/2>));",
                    "SHOW(timer_delete(ticks));",
                    "SHOW(expiries());",
                    "SHOW(sem_wait(&s0)); SHOW(atomic_load(&a1));",
                    "SHOW(sem_timedwait(&s0, &<soon/late>));",
                    "SHOW((int)sleep(<1/2/3>)); SHOW(atomic_load(&a1));",
                    "{ struct timespec until; clock_gettime(CLOCK_MONOTONIC, &until); until.tv_sec++; SHOW(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL)); }",
                    "usleep(<1/500000/2500000>); SHOW(atomic_load(&a1));",
                    "{ sigset_t s; struct timespec d = {<0/1/3>, 0}; sigemptyset(&s); sigaddset(&s, SIGUSR1); block(SIG_BLOCK); SHOW(sigtimedwait(&s, NULL, &d) + 2); }",
                    "for (long end = now() + <1/2>; now() < end;) {} SHOW(atomic_load(&a1));",
                    "for (long end = now() + 2; !atomic_load(&a1) && now() < end;) {} SHOW(atomic_load(&a1));",
                    "pthread_mutex_lock(&m0); x0++; SHOW(pthread_cond_timedwait(&c0, &m0, &<soon/late>)); SHOW(x0); pthread_mutex_unlock(&m0);",
                    "pthread_mutex_lock(&m0); pthread_cond_signal(&c0); SHOW(atomic_load(&a1)); pthread_mutex_unlock(&m0);",
                    "block(<SIG_BLOCK/SIG_UNBLOCK>);",
                    "pause(); SHOW(atomic_load(&a1));",
                    "SHOW(atomic_fetch_add(&a1, 1));",
                    "sem_post(&s0);")),
    TIME(
            List.of(),
            List.of(
                    "sleep(<0/1>); SHOW(x0);",
                    "poll(NULL, 0, 5); SHOW(atomic_load(&a0));",
                    "atomic_fetch_add(&a0, 1);",
                    "pthread_mutex_lock(&m0); x0++; SHOW(pthread_cond_timedwait(&c0, &m0, &<soon/late>)); SHOW(x0); pthread_mutex_unlock(&m0);",
                    "pthread_mutex_lock(&m0); x0 += 2; pthread_cond_<signal/broadcast>(&c0); sleep(1); pthread_mutex_unlock(&m0);",
                    "SHOW(pthread_mutex_timedlock(&m0, &<past/soon/late>)); SHOW(x0);",
                    "pthread_mutex_lock(&m0); sleep(1); SHOW(atomic_load(&a0)); pthread_mutex_unlock(&m0);",
                    "SHOW(sem_timedwait(&s0, &<soon/late>)); SHOW(atomic_load(&a0));",
                    "SHOW(pthread_timedjoin_np(handle(K), NULL, &<soon/late>));",
                    "e = pthread_rwlock_timedwrlock(&w0, &<soon/late>); SHOW(e); sleep(1); if (e == 0) pthread_rwlock_unlock(&w0);",
                    "e = pthread_rwlock_timedrdlock(&w0, &<soon/late>); SHOW(e); SHOW(x0);",
                    "{ struct timespec now; clock_gettime(CLOCK_MONOTONIC, &now); SHOW((int)now.tv_sec); }")),
    ATOMIC(
            List.of(),
            List.of(
                    "SHOW(atomic_load_explicit(&a<0/1>, memory_order_<relaxed/acquire/seq_cst>));",
                    "atomic_store_explicit(&a<0/1>, T + 1, memory_order_<relaxed/release/seq_cst>);",
                    "SHOW(atomic_fetch_add_explicit(&a<0/1>, 1, memory_order_<relaxed/acq_rel/seq_cst>));",
                    "{ int was = <0/1/2>; SHOW(atomic_compare_exchange_strong(&a<0/1>, &was, T + 4)); SHOW(was); }",
                    "for (int k = 0; k < 3 && atomic_load(&a0) == 0; k++) {} SHOW(a0);",
                    "SHOW(atomic_exchange(&a<0/1>, T + 7));",
                    "{ int was = atomic_load(&a0); while (!atomic_compare_exchange_<weak/strong>(&a0, &was, was + 1)) {} SHOW(was); }",
                    "{ int was = atomic_load_explicit(&a0, memory_order_relaxed), k = 0; while (k++ < 2 && !atomic_compare_exchange_strong(&a0, &was, was * 2 + T)) {} SHOW(k); }",
                    "SHOW(__sync_bool_compare_and_swap(&x0, <0/1>, T)); SHOW(__sync_lock_test_and_set(&x1, T));",
                    "SHOW(atomic_fetch_<or/and/xor/sub>(&a<0/1>, T));",
                    "atomic_thread_fence(memory_order_<acquire/release/seq_cst>);",
                    "x0 = 1; while (!atomic_load(&a1)) {} SHOW(x0);",
                    "while (!atomic_load(&a1)) sched_yield();",
                    "atomic_store(&a1, 1);",
                    "if (atomic_load_explicit(&a0, memory_order_acquire)) SHOW(x0);",
                    "x0 = T + 1; atomic_store_explicit(&a0, 1, memory_order_<release/relaxed>);")),
    PLAIN(
            List.of(),
            List.of(
                    "x<0/1> = T + 1;",
                    "x<0/1>++;",
                    "SHOW(x<0/1>);",
                    "SHOW(x0 + x1);",
                    "if (x0 == 0) x1 = T + 3;",
                    "assert(x<0/1> != <1/2/3>);",
                    "assert(x0 <= x1);",
                    "if (x1 == <0/2>) x0 = x0 * 2 + T;",
                    "{ int got = x0; x1 = got + 1; SHOW(got); }",
                    "memset(&x<0/1>, 0, sizeof x0); SHOW(x1);",
                    "SHOW(*(volatile unsigned char *)&x0); *((volatile unsigned char *)&x0 + 1) = T + 1;")),
    HEAP(
            List.of("p0 = malloc(sizeof *p0); *p0 = 5;"),
            List.of(
                    "free(p0);",
                    "SHOW(*p0);",
                    "*p0 = T + 1;",
                    "p0 = malloc(sizeof *p0); *p0 = T;",
                    "pthread_mutex_lock(&m0); if (p0) { SHOW(*p0); free(p0); p0 = NULL; } pthread_mutex_unlock(&m0);",
                    "{ int *q = p0; p0 = NULL; free(q); }",
                    "{ int *q = p0; if (q) SHOW(*q); }",
                    "{ int *q = realloc(p0, 64); SHOW(*q); p0 = q; }",
                    "if (atomic_fetch_add(&a0, 1) == 1) free(p0);")),
    DESCRIPTOR(
            List.of(
                    "if (pipe2(pipes, <0/0/O_NONBLOCK>)) _exit(97);",
                    "event = eventfd(<0/1>, <0/EFD_NONBLOCK/EFD_SEMAPHORE>);"),
            List.of(
                    "{ char c = 'a' + T; SHOW((int)write(pipes[1], &c, 1)); }",
                    "{ char c = 0; SHOW((int)read(pipes[0], &c, 1)); SHOW(c); }",
                    "{ struct pollfd f = {pipes[0], POLLIN, 0}; SHOW(poll(&f, 1, <0/-1/10>)); SHOW(f.revents); }",
                    "{ uint64_t v = <1/2>; SHOW((int)write(event, &v, sizeof v)); }",
                    "{ uint64_t v = 0; SHOW((int)read(event, &v, sizeof v)); SHOW((int)v); }",
                    "{ struct pollfd f = {event, POLLIN | POLLOUT, 0}; SHOW(poll(&f, 1, <0/-1>)); SHOW(f.revents); }",
                    "{ struct pollfd f = {pipes[1], POLLOUT, 0}; SHOW(poll(&f, 1, 3)); SHOW(f.revents); }",
                    "SHOW(close(pipes[0]));",
                    "SHOW(close(pipes[1]));",
                    "{ fd_set f; struct timeval d = {<0/1>, 0}; FD_ZERO(&f); FD_SET(event, &f); SHOW(select(event + 1, &f, NULL, NULL, &d)); }",
                    "{ int set = epoll_create1(0); struct epoll_event v = {EPOLLIN, {0}}; SHOW(epoll_ctl(set, EPOLL_CTL_ADD, <pipes[0]/event>, &v)); SHOW(epoll_wait(set, &v, 1, <0/-1/10>)); }",
                    "{ struct pollfd f[2] = {{pipes[0], POLLIN, 0}, {event, POLLIN, 0}}; SHOW(poll(f, 2, -1)); SHOW(f[0].revents * 8 + f[1].revents); }")),
    END(
            List.of(),
            List.of(
                    "exit(<0/3>);",
                    "_exit(<0/4>);",
                    "pthread_exit(NULL);",
                    "abort();",
                    "if (atomic_load(&a0) == 2) exit(5);",
                    "atomic_fetch_add(&a0, 1);",
                    "assert(atomic_load(&a0) < 2);")),
    HIDDEN(
            List.of("srand(1); srand48(1);", "strcpy(words, \"a b c d e\"); strtok(words, \" \");"),
            List.of(
                    "SHOW(rand() % 5);",
                    "srand(<1/7>);",
                    "SHOW((int)(lrand48() % 5));",
                    "{ char *w = strtok(NULL, \" \"); SHOW(w ? *w : 1); }",
                    "{ static char own[4]; memcpy(own, \"x y\", 4); char *w = strtok(own, \" \"); SHOW(*w); }",
                    "setenv(\"A\", \"<x/y>\", 1);",
                    "unsetenv(\"A\");",
                    "{ const char *v = getenv(\"A\"); SHOW(v ? *v : 1); }",
                    "SHOW((int)umask(<18/63>));",
                    "{ time_t z = <0/86400>; struct tm *day = gmtime(&z); SHOW(day->tm_mday); }")),
    MAPPING(
            List.of("g0 = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);"),
            List.of(
                    "*g0 = T + 1;",
                    "SHOW(*g0);",
                    "SHOW(munmap(g0, 4096));",
                    "SHOW(mprotect(g0, 4096, PROT_<NONE/READ>));",
                    "SHOW(mprotect(g0, 4096, PROT_READ | PROT_WRITE));",
                    "SHOW(madvise(g0, 4096, MADV_DONTNEED));",
                    "if (atomic_fetch_add(&a0, 1) == 0) g0[1] = 1; else munmap(g0, 4096);",
                    "pthread_mutex_lock(&m0); if (g0) { SHOW(*g0); munmap(g0, 4096); g0 = NULL; } pthread_mutex_unlock(&m0);")),
    STREAM(
            List.of("f0 = tmpfile(); fputs(\"abcdef\", f0); rewind(f0);"),
            List.of(
                    "SHOW(fgetc(f0));",
                    "SHOW((int)ftell(f0));",
                    "fseek(f0, 0, SEEK_END); fputc('A' + T, f0); rewind(f0);",
                    "rewind(f0);",
                    "SHOW(feof(f0) != 0);",
                    "ungetc('u', f0);",
                    "{ char b[3] = {0}; SHOW((int)fread(b, 1, 2, f0)); SHOW(b[0]); SHOW(b[1]); }",
                    "fseek(f0, <0/2/5>, SEEK_SET);")),
    REGULAR_FILE(
            List.of("file = fileno(tmpfile()); SHOW((int)write(file, \"abcdef\", 6)); lseek(file, 0, SEEK_SET);"),
            List.of(
                    "{ char c = 0; SHOW((int)read(file, &c, 1)); SHOW(c); }",
                    "{ char c = 'A' + T; SHOW((int)write(file, &c, 1)); }",
                    "SHOW((int)lseek(file, <0/1/3>, SEEK_<SET/CUR>));",
                    "{ char c = 0; SHOW((int)pread(file, &c, 1, <0/1/2>)); SHOW(c); }",
                    "{ char c = 'A' + T; SHOW((int)pwrite(file, &c, 1, <0/1/2>)); }",
                    "SHOW(ftruncate(file, <0/3>));",
                    "{ struct stat s; fstat(file, &s); SHOW((int)s.st_size); }")),
    ASSEMBLY(
            List.of(),
            List.of(
                    "{ int v = T; __asm__ volatile(\"lock xaddl %0, %1\" : \"+r\"(v), \"+m\"(x<0/1>) :: \"memory\", \"cc\"); SHOW(v); }",
                    "{ int v = T + 2; __asm__ volatile(\"xchgl %0, %1\" : \"+r\"(v), \"+m\"(x<0/1>) :: \"memory\"); SHOW(v); }",
                    "{ int v = <0/1/2>; __asm__ volatile(\"lock cmpxchgl %2, %1\" : \"+a\"(v), \"+m\"(x0) : \"r\"(T + 3) : \"memory\", \"cc\"); SHOW(v); }",
                    "{ int v; __asm__ volatile(\"movl %1, %0\" : \"=r\"(v) : \"m\"(x<0/1>)); SHOW(v); }",
                    "__asm__ volatile(\"movl %1, %0\" : \"=m\"(x<0/1>) : \"r\"(T + 5) : \"memory\");",
                    "__asm__ volatile(\"lock incl %0\" : \"+m\"(x<0/1>) :: \"memory\", \"cc\");",
                    "__asm__ volatile(\"incl %0\" : \"+m\"(x<0/1>) :: \"cc\");",
                    "{ unsigned char c; __asm__ volatile(\"lock btsl $0, %1; setc %0\" : \"=q\"(c), \"+m\"(x0) :: \"memory\", \"cc\"); SHOW(c); }",
                    "__asm__ volatile(\"<mfence/pause>\" ::: \"memory\");",
                    "for (int v = 1;; v = 1) { __asm__ volatile(\"xchgl %0, %1\" : \"+r\"(v), \"+m\"(x1) :: \"memory\"); if (!v) break; } x0++; SHOW(x0); __asm__ volatile(\"movl $0, %0\" : \"=m\"(x1) :: \"memory\");")),
    LEAVING(
            List.of("atexit(leaves);"),
            List.of(
                    "exit(<0/3>);",
                    "_exit(<0/4>);",
                    "pthread_mutex_lock(&m0); x0++; pthread_mutex_unlock(&m0);",
                    "pthread_mutex_lock(&m0); if (x0 == 1) exit(6); pthread_mutex_unlock(&m0);",
                    "pthread_mutex_lock(&m0);",
                    "pthread_exit(NULL);",
                    "pthread_setspecific(k0, &x0);",
                    "pthread_key_delete(k0);")),
    COUNTER(
            List.of(),
            List.of(
                    "atomic_fetch_add_explicit(&a<0/1>, T, memory_order_<relaxed/release/acquire/acq_rel/seq_cst>);",
                    "a<0/1>++;",
                    "atomic_fetch_sub_explicit(&a<0/1>, 1, memory_order_<relaxed/seq_cst>);",
                    "atomic_fetch_add((_Atomic unsigned char *)&a<0/1>, <1/255>);",
                    "atomic_fetch_<or/and/xor>(&a<0/1>, T);",
                    "SHOW(atomic_fetch_add(&a<0/1>, 1));",
                    "__sync_fetch_and_<add/sub>(&x<0/1>, T);",
                    "__sync_fetch_and_add(&x<0/1>, 1); pthread_join(handle(K), NULL); SHOW(x<0/1>);",
                    "SHOW(x<0/1>);",
                    "x0 = T + 1; atomic_fetch_add_explicit(&a<0/1>, 1, memory_order_<relaxed/release/seq_cst>);",
                    "atomic_fetch_add_explicit(&a<0/1>, 1, memory_order_<relaxed/acquire/seq_cst>); SHOW(x0);",
                    "if (atomic_load_explicit(&a<0/1>, memory_order_<relaxed/acquire>)) SHOW(x0);",
                    "x0 = T + 1; atomic_store_explicit(&a0, 1, memory_order_relaxed); atomic_fetch_add(&a1, 1);",
                    "if (atomic_load_explicit(&a0, memory_order_relaxed)) { atomic_fetch_add(&a1, 1); SHOW(x0); }",
                    "atomic_thread_fence(memory_order_<acquire/release>); atomic_fetch_add_explicit(&a0, 1, memory_order_relaxed);",
                    "a1++; atomic_store_explicit(&a1, T + 1, memory_order_<relaxed/release>);",
                    "{ int was = <0/1/2>; SHOW(atomic_compare_exchange_strong(&a<0/1>, &was, T + 4)); }",
                    "pthread_mutex_lock(&m0); a0++; SHOW(x0); pthread_mutex_unlock(&m0);",
                    "assert(atomic_load(&a0) != <1/2>);",
                    "while (atomic_load(&a0) < 2) {} SHOW(x0);")),
    MARK(
            List.of(),
            List.of(
                    "atomic_store_explicit(&a<0/1>, 1, memory_order_<relaxed/release/seq_cst>);",
                    "a0 = 1;",
                    "atomic_store(&a<0/1>, <1/2>);",
                    "atomic_store((_Atomic unsigned char *)&a0, 1);",
                    "__atomic_store_n(&x<0/1>, 1, __ATOMIC_<RELAXED/RELEASE/SEQ_CST>);",
                    "__atomic_store_n(&x<0/1>, 1, __ATOMIC_RELEASE); pthread_join(handle(K), NULL); SHOW(x<0/1>);",
                    "x0 = T + 1; atomic_store_explicit(&a0, 1, memory_order_<relaxed/release>); atomic_fetch_add_explicit(&a1, 1, memory_order_relaxed);",
                    "atomic_store_explicit(&a0, 1, memory_order_<relaxed/release>); atomic_store_explicit(&a0, 1, memory_order_relaxed); a1++;",
                    "atomic_thread_fence(memory_order_release); atomic_store_explicit(&a0, 1, memory_order_relaxed); a1++;",
                    "while (atomic_load_explicit(&a1, memory_order_relaxed) < 2) {} if (atomic_load_explicit(&a0, memory_order_acquire)) SHOW(x0);",
                    "while (!atomic_load_explicit(&a0, memory_order_acquire)) {} SHOW(x0);",
                    "if (atomic_load_explicit(&a0, memory_order_<relaxed/acquire>)) SHOW(x0);",
                    "SHOW(atomic_exchange(&a0, 1));",
                    "atomic_fetch_add(&a0, 1);",
                    "{ int was = <0/1>; SHOW(atomic_compare_exchange_strong(&a0, &was, <1/2>)); }",
                    "pthread_mutex_lock(&m0); a0 = 1; SHOW(x0); pthread_mutex_unlock(&m0);",
                    "assert(atomic_load(&a0) != <1/2>);",
                    "SHOW(x<0/1>);")),
    /** Signals to the process, which go to a thread that does not block them, or wait for one. */
    DELIVERED(
            List.of("catch_here(<0/SA_RESTART>);", "block(SIG_<BLOCK/BLOCK/UNBLOCK>);"),
            List.of(
                    "SHOW(kill(getpid(), SIGUSR1));",
                    "SHOW(kill(getpid(), SIGUSR1));",
                    "SHOW(kill(getpid(), SIGUSR1)); SHOW(kill(getpid(), SIGUSR1));",
                    "SHOW(kill(getpid(), SIG<TERM/USR2>));",
                    "SHOW(raise(SIGUSR1)); SHOW(mine);",
                    "block(SIG_UNBLOCK);",
                    "block(SIG_UNBLOCK); SHOW(mine);",
                    "block(SIG_UNBLOCK); sem_post(&s0); pthread_exit(NULL);",
                    "block(SIG_UNBLOCK); SHOW(sem_wait(&s0)); SHOW(mine);",
                    "block(SIG_BLOCK);",
                    "SHOW(mine); SHOW(atomic_load(&a1));",
                    "{ sigset_t s; sigpending(&s); SHOW(sigismember(&s, SIGUSR1)); }",
                    "{ sigset_t s; int got = 0; sigemptyset(&s); sigaddset(&s, SIGUSR1); block(SIG_BLOCK); sigwait(&s, &got); SHOW(got); }",
                    "{ sigset_t s; struct timespec no = {0, 0}; sigemptyset(&s); sigaddset(&s, SIGUSR1); SHOW(sigtimedwait(&s, NULL, &no) > 0); }",
                    "{ sigset_t s; sigemptyset(&s); sigsuspend(&s); SHOW(mine); }",
                    "signal(SIG<TERM/USR2>, handler);",
                    "signal(SIGUSR1, SIG_<IGN/DFL>);",
                    "sem_wait(&s0); SHOW(kill(getpid(), SIGUSR1));",
                    "sem_post(&s0);",
                    "pthread_exit(NULL);",
                    "SHOW(pthread_join(handle(K), NULL)); SHOW(atomic_load(&a1));"));

    @SuppressWarnings("ImmutableEnumChecker") // a copy that does not change
    private final List<String> setup;

    @SuppressWarnings("ImmutableEnumChecker") // a copy that does not change
    private final List<String> statements;

    Vocabulary(List<String> setup, List<String> statements) {
        this.setup = setup;
        this.statements = statements;
    }

    /** What has to be done first, once. */
    List<String> setup() {
        return setup;
    }

    /** What threads do. */
    List<String> statements() {
        return statements;
    }
}

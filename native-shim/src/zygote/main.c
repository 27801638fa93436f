/* Where the runtime takes hold of the process: before main. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/real.h"
#include "kernel/descriptors/settings.h"
#include "kernel/process/process.h"
#include "kernel/process/random.h"
#include "kernel/outside/other_processes.h"
#include "kernel/queues/queues.h"
#include "memory/external.h"
#include "memory/files.h"
#include "memory/given_again.h"
#include "memory/numbers.h"
#include "model/runtime.h"
#include "zygote/constructors.h"
#include "zygote/zygote.h"

typedef int main_fn(int, char **, char **);

static main_fn *real_main;
static int argument_count;
static char **arguments;

__attribute__((constructor(101))) static void loaded(void) {
    rt.program.loaded = true;
    if (getenv("HEDDLE_SOCKET")) {
        rt.mode = MODE_ZYGOTE;
        random_prepare();
    }
}

static int run_program(void) {
    constructors_run_others();
    external_start((const void *)(uintptr_t)process_main, process_main);
    return real_main(argument_count, arguments, environ);
}

/* Everything that execution will need of libc is looked up here, once, rather than in every child. */
static void look_up(void) {
    real_function("kill");
    real_function("getpid");
    real_function("getppid");
    real_function("exit");
    real_function("_exit");
    real_function("abort");
    real_function("pthread_exit");
    real_function("pthread_mutex_init");
    real_function("pthread_cond_init");
}

static int main_of_ours(int count, char **values, char **environment) {
    const char *socket_path = getenv("HEDDLE_SOCKET");
    if (!socket_path) {
        return real_main(count, values, environment);
    }
    constructors_run();
    socket_path = REAL(strdup)(socket_path);
    argument_count = count;
    arguments = values;
    unsetenv("LD_PRELOAD");
    unsetenv("LD_BIND_NOW");
    unsetenv("HEDDLE_SOCKET");
    unsetenv("GLIBC_TUNABLES");
    setvbuf(stdout, NULL, _IOLBF, 0); /* so that a crash loses no line */
    look_up();
    process_main = (uint64_t)(uintptr_t)real_main;
    files_begin();
    settings_prepare();
    numbers_prepare();
    given_again_prepare();
    queues_prepare();
    other_processes_prepare();
    external_begin((const void *)(uintptr_t)process_main);
    zygote_serve(socket_path, run_program);
    return 0;
}

typedef int start_fn(main_fn *, int, char **, void (*)(void), void (*)(void), void (*)(void), void *);

EXPORT int __libc_start_main(main_fn *program_main, int count, char **values, void (*init)(void), void (*fini)(void),
                             void (*rtld_fini)(void), void *stack_end);
EXPORT int __libc_start_main(main_fn *program_main, int count, char **values, void (*init)(void), void (*fini)(void),
                             void (*rtld_fini)(void), void *stack_end) {
    real_main = program_main;
    bool ours = process_runs_destructors(rtld_fini);
    if (ours && !init) {
        constructors_take(count, values);
    }
    return ((start_fn *)real_function("__libc_start_main"))(main_of_ours, count, values, init, fini, ours ? NULL : rtld_fini,
                                                            stack_end);
}

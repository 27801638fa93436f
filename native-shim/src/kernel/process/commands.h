/* Commands: programs that the program has executed by another process. Where they share nothing with it but files, they run to their end at once. */
#ifndef HEDDLE_COMMANDS_H
#define HEDDLE_COMMANDS_H

#include <spawn.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

void commands_prepare(void); /* once, in the zygote */

/* Whether commands that are executed now run at once. */
bool commands_run_at_once(void);

/* Processes are about to be made that the zygote has to end with the execution. */
void commands_are_made(void);

/* Around a command that runs at once; `call` executes it. What others do comes before or after it. The end needs what the begin returned. */
bool commands_begin(const char *call, uint64_t site);
void commands_end(bool begun, uint64_t site);

struct command {
    const char *call;
    const char *file; /* a path, or, unless `by_path`, a name that is looked for as execvp does */
    bool by_path;
    char *const *arguments, *const *environment;
    const posix_spawn_file_actions_t *actions; /* NULL: none */
};

/* Runs it at once, by a process of its own with the signal mask of the running thread. Returns 0, with its status as waitpid tells it, or the
 * error. */
int commands_run(const struct command *command, int *status, uint64_t site);

#endif

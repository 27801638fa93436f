// Runs the program, whose main is program_main, in a forked process, and ends as that does.
#undef main
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int program_main(int count, char **words);

int main(int count, char **words) {
    pid_t process = fork();
    if (process == 0) {
        exit(program_main(count, words));
    }
    int status;
    waitpid(process, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/* Runs a command and writes into a file how many seconds of processor time it took, with all that it waited for:
 * usage FILE COMMAND... */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static double seconds(struct timeval time) { return (double)time.tv_sec + (double)time.tv_usec / 1e6; }

int main(int count, char **words) {
    if (count < 3) {
        return 2;
    }
    pid_t child = fork();
    if (child == 0) {
        execvp(words[2], words + 2);
        _exit(127);
    }
    int status;
    if (child < 0 || waitpid(child, &status, 0) < 0) {
        return 1;
    }
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    FILE *out = fopen(words[1], "w");
    if (!out) {
        return 1;
    }
    fprintf(out, "%.6f\n", seconds(usage.ru_utime) + seconds(usage.ru_stime));
    fclose(out);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

#include "conformance.h"

static int ends[2];

static void *writes(void *unused) {
    FILE *stream = fdopen(ends[1], "w");
    fprintf(stream, "%d %s\n", 42, "words");
    fflush(stream);
    fputs("half a ", stream);
    fputs("line\n", stream);
    fwrite("0123456789", 1, 10, stream);
    fclose(stream);
    return unused;
}

int main(void) {
    char text[64];
    int number;
    pipe(ends);
    SHOW(fdopen(ends[0], "w") == NULL && errno == EINVAL);
    SHOW(fdopen(ends[1], "r") == NULL && errno == EINVAL);
    SHOW(fdopen(ends[1], "?") == NULL && errno == EINVAL);
    SHOW(fdopen(4711, "r") == NULL && errno == EBADF);
    pthread_t thread;
    pthread_create(&thread, NULL, writes, NULL);
    FILE *stream = fdopen(ends[0], "r");
    SHOW(fileno(stream) == ends[0]);
    SHOW(fscanf(stream, "%d %63s", &number, text));
    SHOW(number);
    puts(text);
    SHOW(fgetc(stream));
    SHOW(fgets(text, sizeof text, stream) != NULL);
    fputs(text, stdout);
    SHOW(fread(text, 1, sizeof text, stream));
    SHOW(feof(stream) != 0);
    SHOW(ferror(stream));
    SHOW(fseek(stream, 0, SEEK_SET) == -1);
    SHOW(fclose(stream));
    pthread_join(thread, NULL);
    SHOW(close(ends[0]) == -1 && errno == EBADF);
    SHOW(fileno(stdout));
    return 0;
}

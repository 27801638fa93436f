#include "conformance.h"

static int ends[2];
static FILE *out;

static void *writes(void *word) {
    flockfile(out);
    fputs("<", out);
    fflush(out);
    fputs(word, out);
    putc('>', out);
    fprintf(out, "%d\n", 1);
    fflush(out);
    funlockfile(out);
    return word;
}

static void *tries(void *unused) {
    SHOW(ftrylockfile(out) != 0);
    return unused;
}

/* Each line comes whole, whoever is first. */
static void *reads(void *unused) {
    FILE *in = fdopen(ends[0], "r");
    char first[16] = "", second[16] = "";
    SHOW(fgets(first, sizeof first, in) != NULL);
    SHOW(fgets(second, sizeof second, in) != NULL);
    int sorted = strcmp(first, second) < 0;
    fputs(sorted ? first : second, stdout);
    fputs(sorted ? second : first, stdout);
    fclose(in);
    return unused;
}

static void *waits(void *stream) {
    char line[16];
    fgets(line, sizeof line, stream);
    return NULL;
}

/* A thread that is cancelled within a call gives back the lock. */
static void cancel_within(void) {
    int own[2];
    pthread_t thread;
    pipe(own);
    FILE *in = fdopen(own[0], "r");
    pthread_create(&thread, NULL, waits, in);
    usleep(20000);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    SHOW(ftrylockfile(in));
    funlockfile(in);
    fclose(in);
    close(own[1]);
}

int main(void) {
    pthread_t threads[3];
    pipe(ends);
    out = fdopen(ends[1], "w");
    flockfile(out);
    flockfile(out);
    SHOW(ftrylockfile(out));
    funlockfile(out);
    pthread_create(&threads[0], NULL, tries, NULL);
    pthread_join(threads[0], NULL);
    funlockfile(out);
    funlockfile(out);
    pthread_create(&threads[0], NULL, reads, NULL);
    pthread_create(&threads[1], NULL, writes, "ab");
    pthread_create(&threads[2], NULL, writes, "cd");
    for (int i = 0; i < 3; i++) {
        pthread_join(threads[i], NULL);
    }
    SHOW(fclose(out));
    cancel_within();
    return 0;
}

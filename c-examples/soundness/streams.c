// Threads that share streams: who gets which character, and whose text comes first, is explored where the program can tell.
//
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=gets -DOTHER=gets -DHOLDS=got[1]==97
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=gets -DOTHER=gets -DHOLDS=got[2]==97
// heddle: verdict=clean args=-DONE=gets -DOTHER=gets -DHOLDS=got[1]+got[2]==195
// heddle: verdict=clean executions=1 args=-DONE=gets -DOTHER=nothing -DHOLDS=got[1]==97
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=gets -DOTHER=puts_back -DHOLDS=got[1]!=122
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=gets -DOTHER=goes_back -DHOLDS=getc(stream)!=98
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=gets -DOTHER=goes_on -DHOLDS=got[1]!=100
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=gets -DOTHER=tells -DHOLDS=got[2]!=1
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=gets_all -DOTHER=at_end -DHOLDS=got[2]==0
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=gets_all -DOTHER=at_end -DHOLDS=got[2]!=0
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=gets_line -DOTHER=gets_line -DHOLDS=got[1]==97
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=gets_line -DOTHER=gets -DHOLDS=got[2]!=97
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=gets -DOTHER=gets -DHOLDS=got[1]==97 -DUNBUFFERED
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=gets -DOTHER=gets -DHOLDS=got[1]==97 -DFROM_MEMORY
//
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=puts_one -DOTHER=puts_one -DHOLDS=begins(49)
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=puts_one -DOTHER=puts_one -DHOLDS=begins(50)
// heddle: verdict=clean args=-DONE=puts_one -DOTHER=puts_one -DHOLDS=begins(49)||begins(50)
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=puts_text -DOTHER=prints -DHOLDS=begins(49)
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=puts_text -DOTHER=prints -DHOLDS=begins(50)
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=prints -DOTHER=writes -DHOLDS=begins(49) -DUNBUFFERED
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=prints -DOTHER=writes -DHOLDS=begins(49) -DNAMED
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=prints -DOTHER=looks -DHOLDS=got[2]==0 -DUNBUFFERED -DEMPTY
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=prints -DOTHER=looks -DHOLDS=got[2]==1 -DUNBUFFERED -DEMPTY
// heddle: verdict=clean executions=1 args=-DONE=prints -DOTHER=writes -DHOLDS=1 -DNAMED
// heddle: verdict=clean executions=1 args=-DONE=to_output -DOTHER=to_output -DHOLDS=1
// heddle: verdict=clean executions=1 args=-DONE=uses_its_own -DOTHER=uses_its_own -DHOLDS=got[1]==49&&got[2]==50
//
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=puts_one -DOTHER=puts_one -DHOLDS=begins(49) -DGROWING
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=flushes_all -DOTHER=looks -DHOLDS=got[2]==0 -DEMPTY
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=appends -DOTHER=appends -DHOLDS=begins(49) -DNAMED
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=prints -DOTHER=looks_by_name -DHOLDS=got[2]==0 -DNAMED -DUNBUFFERED
// heddle: verdict=bug races=-1 args=-DONE=puts_unlocked -DOTHER=puts_unlocked -DHOLDS=1
// heddle: verdict=bug races=-1 args=-DONE=puts_unlocked -DOTHER=puts_text -DHOLDS=1
// heddle: verdict=bug races=-1 args=-DONE=puts_unlocked_to_output -DOTHER=puts_unlocked_to_output -DHOLDS=1
// heddle: verdict=clean args=-DONE=puts_unlocked -DOTHER=puts_text -DHOLDS=1 -DLOCKS
// heddle: verdict=clean args=-DONE=puts_unlocked -DOTHER=puts_unlocked -DHOLDS=1 -DLOCKS
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static FILE *stream;
static int got[3];
char text[] = "abcd\n";
size_t text_size;
char *grown;
char name[4096]; /* beside the executable, whose folder goes with it: cut executions remove nothing */

void nothing(int me) { (void)me; }

void gets(int me) { got[me] = me == 1 ? fgetc(stream) : getc(stream); }

void puts_back(int me) {
    (void)me;
    ungetc('z', stream);
}

void goes_back(int me) {
    (void)me;
    rewind(stream);
}

void goes_on(int me) {
    (void)me;
    fseek(stream, 3, SEEK_SET);
}

void tells(int me) { got[me] = (int)ftell(stream); }

void gets_all(int me) {
    (void)me;
    while (getc(stream) != EOF) {
    }
}

void at_end(int me) { got[me] = feof(stream); }

void gets_line(int me) {
    char *line = NULL;
    size_t room = 0;
    got[me] = getline(&line, &room, stream) > 0 ? line[0] : -1;
    free(line);
}

void puts_one(int me) { me == 1 ? fputc('1', stream) : putc('2', stream); }

void puts_text(int me) { fputs(me == 1 ? "1" : "2", stream); }

void prints(int me) { fprintf(stream, "%d", me); }

void writes(int me) { fwrite(me == 1 ? "1" : "2", 1, 1, stream); }

void looks(int me) {
    char first;
    got[me] = (int)pread(fileno(stream), &first, 1, 0);
}

void looks_by_name(int me) {
    struct stat status;
    got[me] = stat(name, &status) == 0 ? (int)status.st_size : -1;
}

void flushes_all(int me) {
    fprintf(stream, "%d", me);
    fflush(NULL);
}

void appends(int me) {
    FILE *mine = fopen(name, "a");
    fprintf(mine, "%d", me);
    fclose(mine);
}

void puts_unlocked(int me) {
    (void)me;
#ifdef LOCKS
    flockfile(stream);
#endif
    fputs_unlocked("u", stream);
    putc_unlocked('u', stream);
#ifdef LOCKS
    funlockfile(stream);
#endif
}

void puts_unlocked_to_output(int me) {
    (void)me;
    putchar_unlocked('u');
}

void to_output(int me) {
    for (int i = 0; i < 3; i++) {
        printf("%d\n", me);
        fprintf(stderr, "%d\n", me);
        putchar('x');
    }
}

void uses_its_own(int me) {
    FILE *own = tmpfile();
    fprintf(own, "%d", me);
    rewind(own);
    got[me] = fgetc(own);
    fclose(own);
}

/* Whether the file begins so. */
int begins(int character) {
#ifdef NAMED
    fclose(stream);
    stream = fopen(name, "r");
#elif defined GROWING
    fflush(stream);
    return text_size > 0 && grown[0] == character;
#else
    rewind(stream);
#endif
    return fgetc(stream) == character;
}

static void *one(void *unused) {
    ONE(1);
    return unused;
}

static void *other(void *unused) {
    OTHER(2);
    return unused;
}

int main(int count, char **arguments) {
    (void)count;
    snprintf(name, sizeof name, "%s-XXXXXX", arguments[0]);
#if defined NAMED
    close(mkstemp(name));
    stream = fopen(name, "w");
#elif defined FROM_MEMORY
    stream = fmemopen(text, 5, "r");
#elif defined GROWING
    stream = open_memstream(&grown, &text_size);
#else
    stream = tmpfile();
#endif
#ifdef UNBUFFERED
    setvbuf(stream, NULL, _IONBF, 0);
#endif
#if !defined NAMED && !defined FROM_MEMORY && !defined EMPTY && !defined GROWING
    fputs(text, stream);
    rewind(stream);
#endif
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, one, NULL);
    pthread_create(&threads[1], NULL, other, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    assert(HOLDS);
    fclose(stream);
    unlink(name);
    return 0;
}

// Two threads call library functions that keep something between calls. The manual says of these functions that they are not safe
// for threads, or, of those that take a lock of their own, that what they return depends on who came first.
//
// heddle: verdict=bug kind=assertion cause=assertion races args=-DCALL=tokens
// heddle: verdict=clean args=-DFIXED -DCALL=tokens
// heddle: verdict=bug kind=assertion cause=assertion races args=-DCALL=calendar
// heddle: verdict=clean args=-DFIXED -DCALL=calendar
// heddle: verdict=bug kind=assertion cause=assertion races args=-DCALL=local_calendar
// heddle: verdict=clean args=-DFIXED -DCALL=local_calendar
// heddle: verdict=bug kind=assertion cause=assertion races args=-DCALL=date_text
// heddle: verdict=bug kind=assertion cause=assertion races args=-DCALL=time_text
// heddle: verdict=bug kind=assertion cause=assertion races args=-DCALL=variables
// heddle: verdict=clean args=-DFIXED -DCALL=variables
// heddle: verdict=bug kind=assertion cause=assertion args=-DCALL=first_number
// heddle: verdict=bug kind=assertion cause=assertion races args=-DCALL=real_numbers
// heddle: verdict=bug kind=assertion cause=assertion args=-DCALL=mask
// heddle: verdict=bug kind=assertion cause=assertion args=-DCALL=folder
// heddle: verdict=bug kind=assertion cause=assertion args=-DCALL=relative_name
// heddle: verdict=clean args=-DFIXED -DCALL=relative_name
// heddle: verdict=clean args=-DCALL=own_numbers
// heddle: verdict=bug kind=data-race cause=read-write args=-DCALL=locale
// heddle: verdict=clean args=-DFIXED -DCALL=locale
// heddle: verdict=clean args=-DCALL=name_of_locale
#define _GNU_SOURCE
#include <assert.h>
#include <locale.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Each is run by two threads, with 0 and 1. */
static void tokens(int who) {
    char texts[2][8] = {"a b", "c d"}, *place = NULL, *text = texts[who];
#ifdef FIXED
    strtok_r(text, " ", &place);
    char *second = strtok_r(NULL, " ", &place);
#else
    (void)place;
    strtok(text, " ");
    char *second = strtok(NULL, " ");
#endif
    assert(second == text + 2);
}

static void calendar(int who) {
    time_t when = who ? 0 : 400L * 86400;
#ifdef FIXED
    struct tm own, *tm = gmtime_r(&when, &own);
#else
    struct tm *tm = gmtime(&when);
#endif
    assert(tm->tm_year == (who ? 70 : 71));
}

static void local_calendar(int who) {
    time_t when = who ? 10L * 86400 : 400L * 86400;
#ifdef FIXED
    struct tm own, *tm = localtime_r(&when, &own);
#else
    struct tm *tm = localtime(&when);
#endif
    assert(tm->tm_year == (who ? 70 : 71));
}

static void date_text(int who) {
    struct tm tm = {.tm_year = who, .tm_mday = 1};
    char *text = asctime(&tm);
    assert(text[strlen(text) - 2] == (who ? '1' : '0'));
}

static void time_text(int who) {
    time_t when = who ? 10L * 86400 : 400L * 86400;
    char *text = ctime(&when);
    assert(text[strlen(text) - 2] == (who ? '0' : '1'));
}

static void variables(int who) {
#ifdef FIXED
    pthread_mutex_lock(&lock);
#endif
    setenv("WHO", who ? "one" : "two", 1);
    char *text = getenv("WHO");
    assert(text && text[0] == (who ? 'o' : 't'));
#ifdef FIXED
    pthread_mutex_unlock(&lock);
#endif
}

static int first;
static void first_number(int who) {
    int number = rand();
    assert(who ? number != first : 1);
}

static void real_numbers(int who) {
    srand48(who);
    double number = drand48();
    srand48(who);
    assert(number == drand48());
}

static void mask(int who) {
    umask(who ? 022 : 077);
    assert(umask(0) == (who ? 022u : 077u));
}

static void folder(int who) {
    char place[64];
    assert(chdir(who ? "/" : "/tmp") == 0);
    assert(getcwd(place, sizeof place) && (place[1] == 0) == who);
}

static void relative_name(int who) {
#ifdef FIXED
    pthread_mutex_lock(&lock);
#endif
    assert(chdir(who ? "/" : "/proc") == 0);
    assert(who || access("self/stat", F_OK) == 0);
#ifdef FIXED
    pthread_mutex_unlock(&lock);
#endif
}

static void own_numbers(int who) {
    unsigned seed = (unsigned)who;
    int number = rand_r(&seed);
    seed = (unsigned)who;
    assert(number == rand_r(&seed));
}

static void locale(int who) {
    char text[8];
#ifdef FIXED
    pthread_mutex_lock(&lock);
#endif
    if (who) {
        setlocale(LC_NUMERIC, "C");
    } else {
        snprintf(text, sizeof text, "%.1f", 0.5);
    }
#ifdef FIXED
    pthread_mutex_unlock(&lock);
#endif
}

static void name_of_locale(int who) { assert(strlen(setlocale(who ? LC_NUMERIC : LC_CTYPE, NULL)) == 1 && atoi("5") == 5); }

static int numbers[2] = {0, 1};
static void *work(void *who) {
    CALL(*(int *)who);
    return NULL;
}

int main(void) {
    (void)tokens, (void)calendar, (void)local_calendar, (void)date_text, (void)time_text, (void)variables, (void)first_number;
    (void)real_numbers, (void)mask, (void)folder, (void)own_numbers, (void)relative_name, (void)lock, (void)locale;
    (void)name_of_locale;
    pthread_t threads[2];
    srand(1);
    first = rand();
    srand(1);
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, work, &numbers[i]);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}

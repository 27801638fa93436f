/* Each construct of OpenMP that heddle cc compiles, with a result that does not depend on who does what. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition) ((condition) ? (void)0 : (printf("line %d: %s\n", __LINE__, #condition), abort()))
#define N 7

static int kept;
#pragma omp threadprivate(kept)

static void loops(void) {
    int done[N] = {0};
    int last = -1;
#pragma omp parallel for lastprivate(last)
    for (int i = 0; i < N; i++) {
        done[i]++;
        last = i;
    }
    CHECK(last == N - 1);
#pragma omp parallel
    {
#pragma omp for schedule(static, 2) nowait
        for (int i = 0; i < N; i++) {
#pragma omp atomic
            done[i]++;
        }
#pragma omp for schedule(dynamic, 3) nowait
        for (unsigned i = N; i > 0; i--) {
#pragma omp atomic
            done[i - 1]++;
        }
#pragma omp for schedule(guided)
        for (long i = 0; i < N; i++) {
#pragma omp atomic
            done[i]++;
        }
#pragma omp for schedule(runtime)
        for (size_t i = 0; i < N; i += 2) {
            done[i]++;
        }
    }
    for (int i = 0; i < N; i++) {
        CHECK(done[i] == 4 + (i % 2 == 0));
    }
    int none = 0;
#pragma omp parallel for reduction(+ : none)
    for (int i = 3; i < 3; i++) {
        none++;
    }
    CHECK(none == 0);
    int pairs = 0;
#pragma omp parallel for collapse(2) reduction(+ : pairs)
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 2; j++) {
            pairs += i * 10 + j;
        }
    }
    CHECK(pairs == 63);
}

static void ordered(void) {
    int order[N];
    int next = 0;
#pragma omp parallel for ordered schedule(static, 1)
    for (int i = 0; i < N; i++) {
        if (i != 2) { /* an iteration need not come to it */
#pragma omp ordered
            order[next++] = i;
        }
    }
    CHECK(next == N - 1 && order[0] == 0 && order[2] == 3 && order[N - 2] == N - 1);
    int chain[N] = {1};
#pragma omp parallel for ordered(1) schedule(dynamic)
    for (int i = 1; i < N; i++) {
#pragma omp ordered depend(sink : i - 1)
        chain[i] = 2 * chain[i - 1];
#pragma omp ordered depend(source)
    }
    CHECK(chain[N - 1] == 64);
}

static void together(void) {
    int singles = 0, masked = 0, sections = 0, copied = 0, sum = 0, product = 1, largest = 0;
    double half = 0;
#pragma omp parallel reduction(+ : sum, half) reduction(* : product) reduction(max : largest)
    {
#pragma omp single
        singles++;
#pragma omp masked
        masked++;
#pragma omp barrier
#pragma omp sections
        {
#pragma omp section
#pragma omp critical
            sections += 1;
#pragma omp section
#pragma omp critical
            sections += 2;
        }
        int own;
#pragma omp single copyprivate(own)
        own = 5;
#pragma omp atomic
        copied += own;
        sum = 1 + omp_get_thread_num();
        product = 2;
        half = 0.5;
        largest = omp_get_thread_num();
#pragma omp flush
    }
    int threads = omp_get_max_threads();
    CHECK(singles == 1 && masked == 1 && sections == 3 && copied == 5 * threads);
    CHECK(sum == threads * (threads + 1) / 2 && product == 1 << threads && half == 0.5 * threads && largest == threads - 1);
    kept = 40;
#pragma omp parallel copyin(kept)
    kept += omp_get_thread_num();
    int all = 0;
#pragma omp parallel reduction(+ : all)
    all = kept;
    CHECK(all == 40 * threads + threads * (threads - 1) / 2);
}

static void levels(void) {
    CHECK(!omp_in_parallel() && omp_get_num_threads() == 1 && omp_get_level() == 0);
    int inner = 0;
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
    {
        CHECK(omp_in_parallel() && omp_get_num_threads() == 2 && omp_get_team_size(0) == 1);
        int outer = omp_get_thread_num();
#pragma omp parallel num_threads(2) reduction(+ : inner)
        {
            CHECK(omp_get_level() == 2 && omp_get_ancestor_thread_num(1) == outer);
            inner++;
        }
        CHECK(omp_get_thread_num() == outer && omp_get_level() == 1);
    }
    CHECK(inner == 4);
    omp_set_max_active_levels(1);
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
    CHECK(omp_get_num_threads() == 1 && omp_get_level() == 2);
    int serial = 0;
#pragma omp parallel if (0)
    serial += omp_get_num_threads();
    CHECK(serial == 1);
}

static void locks(void) {
    omp_lock_t lock;
    omp_nest_lock_t nested;
    int count = 0, deep = 0;
    omp_init_lock(&lock);
    omp_init_nest_lock(&nested);
#pragma omp parallel num_threads(2)
    {
        omp_set_lock(&lock);
        count++;
        omp_unset_lock(&lock);
        omp_set_nest_lock(&nested);
        CHECK(omp_test_nest_lock(&nested) == 2);
        deep++;
        omp_unset_nest_lock(&nested);
        omp_unset_nest_lock(&nested);
    }
    CHECK(count == 2 && deep == 2 && omp_test_lock(&lock));
    omp_unset_lock(&lock);
    omp_destroy_lock(&lock);
    omp_destroy_nest_lock(&nested);
}

static int tree(int depth) {
    int left = 0, right = 0;
    if (depth == 0) {
        return 1;
    }
#pragma omp task shared(left) final(depth < 2)
    left = tree(depth - 1);
#pragma omp task shared(right) if (depth > 1)
    right = tree(depth - 1);
#pragma omp taskwait
    return left + right;
}

static void tasks(void) {
    int leaves = 0, group = 0, looped = 0, reduced = 0, first = 0, second = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
    {
        leaves = tree(2);
#pragma omp taskgroup
        {
#pragma omp task shared(group)
            {
#pragma omp task shared(group)
#pragma omp atomic
                group++;
#pragma omp atomic
                group++;
            }
        }
        CHECK(group == 2);
#pragma omp taskloop num_tasks(3) shared(looped)
        for (int i = 0; i < 5; i++) {
#pragma omp atomic
            looped += i;
        }
        CHECK(looped == 10);
#pragma omp taskgroup task_reduction(+ : reduced)
        {
            for (int i = 1; i < 3; i++) {
#pragma omp task in_reduction(+ : reduced)
                reduced += i;
            }
        }
        CHECK(reduced == 3);
#pragma omp task depend(out : first) shared(first)
        first = 1;
#pragma omp task depend(in : first) depend(out : second) shared(first, second)
        second = first + 1;
#pragma omp taskwait depend(in : second)
        CHECK(second == 2);
    }
    CHECK(leaves == 4);
}

static void leagues(void) {
    int teams = 0, done[N] = {0}, pairs[4] = {0};
#pragma omp teams num_teams(2) thread_limit(2) reduction(+ : teams)
    {
        CHECK(omp_get_num_teams() == 2 && omp_get_level() == 0);
        teams += 1 + omp_get_team_num();
#pragma omp distribute
        for (int i = 0; i < N; i++) {
            done[i]++;
        }
#pragma omp distribute parallel for num_threads(2)
        for (int i = 0; i < 4; i++) {
            pairs[i]++;
        }
    }
    CHECK(teams == 3);
    for (int i = 0; i < N; i++) {
        CHECK(done[i] == 1 && (i > 3 || pairs[i] == 1));
    }
}

static void (*const parts[])(void) = {loops, ordered, together, levels, locks, tasks, leagues};

/* All of them, or the ones that are named by numbers. */
int main(int argc, char **argv) {
    int count = sizeof parts / sizeof *parts;
    for (int i = 0; i < count; i++) {
        if (argc == 1) {
            parts[i]();
        }
    }
    for (int i = 1; i < argc; i++) {
        parts[atoi(argv[i])]();
    }
    puts("as it should be");
    return 0;
}

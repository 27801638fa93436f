/* The teams construct: a league of teams, each with an initial thread, that run at the same time and wait for nobody. */
#define _GNU_SOURCE
#include "omp_runtime.h"

/* Where nothing says how many teams there are. */
#define TEAMS_UNDER_CHECKER 2

/* The initial thread of a team; the team's regions nest in nothing. */
static void run_team(struct thread *self) {
    struct league outer = self->league;
    self->league = (struct league){self->id, self->team->size};
    struct code code = self->team->code;
    struct team *team = heddle_omp_enter_serial();
    team->level = team->active = 0;
    team->code = code;
    heddle_omp_run(self);
    heddle_omp_leave_serial();
    self->league = outer;
}

void __kmpc_fork_teams(struct loc *loc, int count, microtask code, ...) {
    (void)loc;
    const struct heddle_site *place = place_of_call();
    void *arguments[MOST_ARGUMENTS];
    va_list list;
    va_start(list, code);
    heddle_omp_take_arguments(arguments, count, list);
    va_end(list);
    struct thread *self = heddle_omp_self();
    uint32_t teams = self->pushed_teams;
    self->pushed_teams = 0;
    if (teams == 0) {
        tell_open(HEDDLE_OPENMP_TEAMS, place);
        teams = __heddle_attached ? TEAMS_UNDER_CHECKER : 1;
    }
    heddle_omp_region(teams > MOST_THREADS ? MOST_THREADS : teams, run_team, (struct code){code, count, arguments}, place);
}

/* Up to so many teams, of up to so many threads each; not positive: it is not said. */
void __kmpc_push_num_teams(struct loc *loc, int gtid, int teams, int threads) {
    (void)loc, (void)gtid;
    struct thread *self = heddle_omp_self();
    self->pushed_teams = teams > 0 ? (uint32_t)teams : 0;
    self->pushed = threads > 0 ? (uint32_t)threads : 0;
    has_changed();
}

void __kmpc_push_num_teams_51(struct loc *loc, int gtid, int least, int most, int threads) {
    __kmpc_push_num_teams(loc, gtid, most > 0 ? most : least, threads);
}

int omp_get_num_teams(void) {
    uint32_t size = heddle_omp_self()->league.size;
    return size > 0 ? (int)size : 1;
}
int omp_get_team_num(void) { return (int)heddle_omp_self()->league.id; }

/* A ring, of which each place is used again for a later post. */
#include "race/clocks/posts.h"

#include "race/clocks/clock.h"
#include "race/clocks/race_memory.h"

#define FIRST_ROOM 4u

struct post {
    struct clock *dependence, *c11;
};

struct posts {
    uint32_t room, first, count;
    struct post *ring;
};

static struct post *at(const struct posts *posts, uint32_t n) { return &posts->ring[(posts->first + n) % posts->room]; }

static void grow(struct posts *posts) {
    struct posts larger = {.room = posts->room ? 2 * posts->room : FIRST_ROOM, .count = posts->count};
    larger.ring = race_allocate(larger.room * sizeof *larger.ring);
    for (uint32_t n = 0; n < posts->count; n++) {
        larger.ring[n] = *at(posts, n);
    }
    *posts = larger;
}

void posts_add(struct posts **posts, const struct times *by) {
    if (!*posts) {
        *posts = race_allocate(sizeof **posts);
    }
    if ((*posts)->count == (*posts)->room) {
        grow(*posts);
    }
    struct post *post = at(*posts, (*posts)->count++);
    clock_copy(&post->dependence, by->dependence);
    clock_copy(&post->c11, by->c11);
}

void posts_take(struct posts *posts, uint32_t left, struct times *taker) {
    if (posts && posts->count > left) {
        clock_join(&taker->dependence, at(posts, 0)->dependence);
        clock_join(&taker->c11, at(posts, 0)->c11);
        posts->first = (posts->first + 1) % posts->room;
        posts->count--;
    }
}

struct posts *posts_copy(const struct posts *posts) {
    struct posts *copy = NULL;
    for (uint32_t n = 0; n < posts->count; n++) {
        posts_add(&copy, &(struct times){.dependence = at(posts, n)->dependence, .c11 = at(posts, n)->c11});
    }
    return copy;
}

void posts_forget(struct posts *posts) {
    if (posts) {
        posts->count = 0;
    }
}

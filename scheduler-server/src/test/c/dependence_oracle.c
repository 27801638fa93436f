/* Answers whether pairs of events are dependent, as the runtime sees it: reads pairs, writes a byte for each. With an argument,
 * prints the catalogue of operations instead. */
#include <stdio.h>

#include "base/catalogue.h"
#include "model/dependence.h"
#include "model/runtime.h"

struct runtime rt;

struct question {
    uint64_t cautious, in_turn, counting, marking;
    struct heddle_event first, second;
};

#define ROW(name, code, family, use, traits, form)                                                                             \
    printf("%s %d %s %s %d %d %d\n", #name, code, #family, #use, blocking_form(code), can_block(code), is_memory_access(code));

int main(int argc, char **argv) {
    (void)argv;
    if (argc > 1) {
        HEDDLE_OPERATIONS(ROW)
        return 0;
    }
    struct question question;
    while (fread(&question, sizeof question, 1, stdin) == 1) {
        rt.asked.cautious = question.cautious != 0;
        rt.asked.in_turn = question.in_turn != 0;
        rt.asked.counting = question.counting != 0;
        rt.asked.marking = question.marking != 0;
        putchar(dependent(&question.first, &question.second));
    }
    return 0;
}

/* Constructors of the executable. They run before main, once, in the zygote, and what they leave is there in each execution. One that
 * creates a thread is part of what is to be explored: it and those after it run in each execution, before main. That it creates one is
 * seen when it does; the process then begins anew, and knows. */
#ifndef HEDDLE_CONSTRUCTORS_H
#define HEDDLE_CONSTRUCTORS_H

/* Before libc runs them: it is to run none. `values` are the program's arguments, and behind their end its environment. */
void constructors_take(int count, char **values);

/* Where libc would have run them: runs those that create no thread, up to the first one that does. */
void constructors_run(void);

/* In each execution, before main: runs the others. */
void constructors_run_others(void);

#endif

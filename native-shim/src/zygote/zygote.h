/* The zygote: a process that has loaded the program, up to main, and forks a child for every plan. */
#ifndef HEDDLE_ZYGOTE_H
#define HEDDLE_ZYGOTE_H

/* Serves frames of the server at this socket, until it leaves; `run` runs the program's main. */
_Noreturn void zygote_serve(const char *socket_path, int (*run)(void));

#endif

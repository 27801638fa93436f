package org.heddle.cli.format.parts;

import org.heddle.dpor.model.execution.Misuse.Fault;

/** What to do about the misuse of an object, in a line. */
final class MisuseRepair {
    private MisuseRepair() {}

    /** The line. */
    static String of(Fault fault) {
        return switch (fault) {
            case DESTROYED,
                    LOCKED,
                    WAITED_FOR -> "destroy it when its last user has gone: join the threads that use it first";
            case NEVER_INITIALISED,
                    USED_UNINITIALISED,
                    ALLOCATED_UNINITIALISED -> "initialise it before the first thread that uses it is created";
            case INITIALISED_ALREADY -> "initialise it once: before the threads are created, or by pthread_once";
            case NOT_LOCKED, NOT_HELD -> "lock it on every way to this line, and unlock it once for each lock";
            case HELD_BY_ANOTHER -> "let the thread that has locked it unlock it; to tell another thread something, post a semaphore";
            case LOCKED_MORE_THAN_ONCE -> "unlock it as often as it is locked, but for once, before the wait";
            case WITH_ANOTHER_MUTEX -> "wait on one condition variable with one mutex";
            case NO_SUCH_THREAD,
                    DETACHED,
                    DETACHED_ALREADY,
                    DETACHED_AND_ENDED,
                    JOINED_ALREADY -> "join or detach each thread once, and do not use its id after that";
            case JOINS_ITSELF -> "let another thread join it, or detach it";
            case DELETED,
                    NEVER_CREATED -> "create the key before the first thread that uses it, and delete it after the last has ended";
            case NOT_OPEN -> "use what sem_open has returned, until sem_close";
            case NEVER_DESTROYED, NOT_DESTROYED_BEFORE_FREE -> "destroy it when its last user has gone";
            case MAIN_RETURNED -> "join the other threads before main returns, or end main by pthread_exit";
            case CANCELLED_WITHIN -> "keep asynchronous cancellation to code that calls nothing but what POSIX lists for it";
            case UNSAFE_IN_HANDLER -> "let the handler only set a flag, post a semaphore or write to a pipe; block the signal meanwhile, or await it by sigwait";
            case NOT_SHARED -> "initialise it to be shared: PTHREAD_PROCESS_SHARED in its attributes, or sem_init with 1";
            case NONE -> "keep the rule that the cause names; see the function's manual page";
        };
    }
}

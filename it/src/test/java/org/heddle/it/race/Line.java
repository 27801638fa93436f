package org.heddle.it.race;

/**
 * A line of a random program's thread.
 *
 * @param action what it does
 * @param object which variable, atomic, mutex or thread
 * @param order memory order of an atomic access, as C has it
 * @param number line number in the source
 */
record Line(Action action, int object, String order, int number) {
    /** What a line does. */
    enum Action {
        READ,
        WRITE,
        LOCK,
        UNLOCK,
        LOAD,
        STORE,
        ADD,
        /** An atomic load, and a write of the variable with the same number if it finds something. */
        LOAD_THEN_WRITE,
        FENCE,
        /** Writes to a pipe; reads from one, to which something was written before. */
        SEND,
        RECEIVE,
        CREATE,
        JOIN
    }

    boolean acquires() {
        return order.equals("acquire") || order.equals("acq_rel") || order.equals("seq_cst");
    }

    boolean releases() {
        return order.equals("release") || order.equals("acq_rel") || order.equals("seq_cst");
    }

    /** The line in C. */
    String text() {
        String atomic = "(&a" + object;
        String last = "memory_order_" + order + ")";
        return switch (action) {
            case READ -> "r += x" + object + ";";
            case WRITE -> "x" + object + " = 1;";
            case LOCK -> "pthread_mutex_lock(&m" + object + ");";
            case UNLOCK -> "pthread_mutex_unlock(&m" + object + ");";
            case LOAD -> "r += atomic_load_explicit" + atomic + ", " + last + ";";
            case STORE -> "atomic_store_explicit" + atomic + ", 1, " + last + ";";
            case ADD -> "atomic_fetch_add_explicit" + atomic + ", 1, " + last + ";";
            case LOAD_THEN_WRITE -> "if (atomic_load_explicit" + atomic + ", " + last + ") x" + object + " = 2;";
            case FENCE -> "atomic_thread_fence(" + last + ";";
            case SEND -> "r += (int)write(p" + object + "[1], &c, 1);";
            case RECEIVE -> "r += receive(p" + object + "[0]);";
            case CREATE -> "pthread_create(&t[" + object + "], NULL, run" + object + ", NULL);";
            case JOIN -> "pthread_join(t[" + object + "], NULL);";
        };
    }
}

package org.heddle.instrumenter.pass.calls;

import java.util.regex.Pattern;

/**
 * Calls of the run time for OpenMP that {@code heddle cc -fopenmp} links ({@code native-shim/omp}). It does all that it does by
 * pthreads, so nothing of it is unseen; its operations are told to be where the program calls it.
 */
final class OpenMp {
    /** All functions that it has, as a pattern. */
    static final String FUNCTIONS = "__kmpc_\\w+|omp_(get|set|in|is|init|destroy|unset|test)_\\w+";

    /** Those that do what the runtime models. */
    private static final Pattern ANNOUNCED =
            Pattern.compile("__kmpc_(fork_call|fork_teams|end_serialized_parallel|barrier|cancel_barrier"
                    + "|single|copyprivate|flush|(end_)?(critical|reduce|reduce_nowait|ordered)|critical_with_hint"
                    + "|dispatch_(init|next|fini)_\\w+|doacross_\\w+|omp_task\\w*|omp_wait_deps|end_taskgroup|taskloop\\w*"
                    + "|task_reduction_modifier_fini)"
                    + "|omp_(init|destroy|set|unset|test)_(nest_)?lock\\w*");

    private OpenMp() {}

    /** Whether what it uses is an object of the run time's, which no argument names. */
    static boolean hasOwnObject(String name) {
        return name.startsWith("__kmpc_");
    }

    /** Whether the runtime is told where this function is called. */
    static boolean isAnnounced(String name) {
        return ANNOUNCED.matcher(name).matches();
    }
}

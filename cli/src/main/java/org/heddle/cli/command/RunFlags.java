package org.heddle.cli.command;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.heddle.cli.base.UserError;
import org.heddle.cli.check.options.ConsistencyChoice;
import org.heddle.cli.check.options.ModelChoice;
import org.heddle.server.protocol.message.Failing;
import org.heddle.server.protocol.message.Failures;
import org.heddle.server.protocol.message.MachineChange;
import org.heddle.server.protocol.message.PointsMode;
import org.heddle.server.protocol.message.RunFlag;
import org.heddle.server.protocol.message.RunOptions;
import org.heddle.server.protocol.message.SignalRequest;
import org.heddle.server.protocol.message.Spurious;
import org.heddle.server.protocol.message.TimeoutsMode;
import org.heddle.server.restart.Restart;
import picocli.CommandLine.Option;

/** Options that say what the runtime lets happen in an execution, and what it looks for. */
final class RunFlags {
    /** The help of {@code --consistency}. */
    static final String CONSISTENCY =
            "What is asked of operations of objects under test: ${COMPLETION-CANDIDATES}. linearizability (the default);"
                    + " sequential: only the operations of one thread keep their order; quiescent: only those between which"
                    + " there is a moment without any do, which needs a specification.";

    @Option(
            names = "--points",
            paramLabel = "NAME",
            description = "Scheduling points: synchronisation operations, atomics and the accesses of memory where some"
                    + " race (auto, the default); every access that may be shared (all); or synchronisation operations"
                    + " and atomics alone, with no check for races (sync).")
    private PointsMode points = PointsMode.AUTO;

    @Option(
            names = "--timeouts",
            paramLabel = "NAME",
            description = "When timed operations may time out: when nothing else can happen (last-resort, the default),"
                    + " wherever they would block (any), or never.")
    private TimeoutsMode timeouts = TimeoutsMode.LAST_RESORT;

    @Option(
            names = "--expiries",
            paramLabel = "N",
            description =
                    "With --timeouts=any, and of timers whose handlers take locks: the first N expiries of each timer come"
                            + " at any moment, later ones only when nothing else can happen (default: ${DEFAULT-VALUE}).")
    private int expiries = RunOptions.MOST_EXPIRIES;

    @Option(
            names = "--spurious",
            paramLabel = "auto|N",
            description =
                    "Let up to N waits of each thread on condition variables end without a signal, and up to N of its"
                            + " weak compare-and-swaps fail, as POSIX and C allow; or one of those behind"
                            + " which no loop looks again (auto, the default). 0: none, and a barrier's serial thread is"
                            + " always the same one.")
    private String spurious = Spurious.AUTO.toString();

    @Option(
            names = "--failures",
            paramLabel = "N|LIST",
            description =
                    "Let up to N calls of each execution fail although nothing is wrong, as POSIX allows: memory, threads,"
                            + " descriptors or processes run out, files cannot be read or written, or in part only, signals"
                            + " interrupt. A list chooses among malloc, thread, init, mmap, open, read, write, wait, fork, as in"
                            + " malloc:2,write:1 (default: ${DEFAULT-VALUE}).")
    private String failures = Failures.NONE.toString();

    @Option(
            names = "--defer-cancellation",
            description =
                    "Run programs that ask for asynchronous cancellation as if they asked for the deferred kind, which has fewer"
                            + " interleavings; the report names the line.")
    private boolean deferCancellation;

    @Option(
            names = "--handlers",
            paramLabel = "NAME",
            description =
                    "Where handlers of signals that others send run: before any visible operation of their thread,"
                            + " and in calls that wait (anywhere, the default), or in calls alone, which has fewer interleavings.")
    private HandlersMode handlers = HandlersMode.ANYWHERE;

    /** Where handlers of signals that others send may run. */
    private enum HandlersMode {
        ANYWHERE,
        CALLS;

        /** As it is written on a command line. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Option(
            names = "--leaks",
            description =
                    "Report heap blocks that nothing points to any more when the program ends by exit or by return"
                            + " from main.")
    private boolean leaks;

    @Option(
            names = "--pedantic",
            description = "Also report what works on Linux but is not portable: objects that are never"
                    + " destroyed, or used without having been initialised, and threads that main's return ends.")
    private boolean pedantic;

    @Option(
            names = "--allow",
            paramLabel = "LIST",
            split = ",",
            description =
                    "Let calls change the machine, which are refused otherwise, as they are for users who may not: a list of"
                            + " ${COMPLETION-CANDIDATES}.")
    private Set<MachineChange> allowed = EnumSet.noneOf(MachineChange.class);

    @Option(
            names = "--send",
            paramLabel = "SIGNAL[@N]",
            description = "Let somebody send this signal to the program, as in SIGTERM@20: at any moment once the main"
                    + " thread has executed N visible operations, or waits for others. SIGTERM@end: when nothing else"
                    + " can happen, so that a server has done all that its clients asked for.")
    private String send;

    @Option(
            names = "--stop-after-events",
            paramLabel = "N",
            description = "Let the program be asked to stop: the same as --send SIGTERM@N.")
    private Integer stopAfter;

    private SignalRequest request() throws UserError {
        if (send != null && stopAfter != null) {
            throw new UserError("--send and --stop-after-events: only one signal can be sent");
        }
        if (stopAfter != null && stopAfter < 0) {
            throw new UserError("--stop-after-events=" + stopAfter + " must be at least 0");
        }
        if (stopAfter != null) {
            return SignalRequest.toStop(stopAfter);
        }
        if (send == null) {
            return SignalRequest.NONE;
        }
        return SignalRequest.of(send)
                .orElseThrow(() -> new UserError("--send=" + send + " is no signal: give one of "
                        + SignalRequest.names() + ", and a number of operations, as in SIGTERM@20, or SIGTERM@end"));
    }

    @Option(
            names = "--restart",
            paramLabel = "NAME",
            description = "How one execution follows another: in one process, which puts back what the one before has"
                    + " changed (process), each in a fork (fork), in both ways and with equal results (compare), or in"
                    + " one process where that is worth it (auto, the default). Verdicts are the same.")
    private Restart restart = Restart.AUTO;

    @Option(
            names = "--model",
            paramLabel = "NAME",
            description =
                    "Which memory model a proof is about: ${COMPLETION-CANDIDATES}. auto (the default): executions are"
                            + " sequentially consistent; Heddle looks whether C11 allows others, and executes these, too, or some of them if they are many; sc: it"
                            + " does not look; rc11: all executions that C11 allows are explored; tso: all executions that x86-TSO allows are explored, in which a store may"
                            + " reach memory later than its thread goes on; pso: likewise those of PSO, in which stores to different places may do so in any order.")
    private ModelChoice model = ModelChoice.AUTO;

    @Option(names = "--consistency", paramLabel = "NAME", description = CONSISTENCY)
    private ConsistencyChoice consistency = ConsistencyChoice.LINEARIZABILITY;

    /** Which memory model a proof is about. */
    ModelChoice model() {
        return model;
    }

    /** How one execution follows another. */
    Restart restart() {
        return restart;
    }

    private Set<RunFlag> flags() {
        Map<RunFlag, Boolean> asked = Map.of(
                RunFlag.LEAKS, leaks,
                RunFlag.PEDANTIC, pedantic,
                RunFlag.DEFER_CANCELLATION, deferCancellation,
                RunFlag.HANDLERS_IN_CALLS, handlers == HandlersMode.CALLS,
                RunFlag.TSO, model == ModelChoice.TSO,
                RunFlag.PSO, model == ModelChoice.PSO,
                RunFlag.SEQUENTIAL, consistency == ConsistencyChoice.SEQUENTIAL,
                RunFlag.QUIESCENT, consistency == ConsistencyChoice.QUIESCENT);
        return asked.keySet().stream().filter(asked::get).collect(Collectors.toSet());
    }

    /**
     * What the runtime does.
     *
     * @throws UserError if a number is out of range
     */
    RunOptions options() throws UserError {
        Spurious outcomes = Spurious.of(spurious)
                .orElseThrow(() -> new UserError("--spurious=" + spurious
                        + " must be auto or at least 0: give how many waits of each thread may end without a signal"));
        if (expiries < 0) {
            throw new UserError("--expiries=" + expiries
                    + " must be at least 0: give how many expiries of each timer may come at any moment");
        }
        Failures failing = Failures.of(failures)
                .orElseThrow(() -> new UserError("--failures=" + failures + " must be a number from 0 to "
                        + Failures.LARGEST + ", or a list of " + Failing.words() + ", as in malloc:2,write:1"));
        return new RunOptions(points, timeouts, expiries, outcomes, failing, flags(), allowed, request());
    }
}

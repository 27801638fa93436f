package org.heddle.cli.check.replay;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.heddle.dpor.detect.finding.Finding;

/**
 * The command line of gdb that shows an execution where it fails: at a breakpoint in the function of the runtime that says why
 * the execution stops; see {@code debug.h}, which numbers the reasons.
 */
final class GdbCommand {
    private static final String HERE = "heddle_stopped";
    private static final int END = 1;
    private static final int NOTE = 2;
    private static final int RACE = 3;
    private static final int UNTIL = 4;
    private static final int EXIT = 5;

    /** Goes up to the first frame that is the program's own. */
    private static final String TO_THE_PROGRAM = "python exec(\"frame = gdb.selected_frame()\\n"
            + "while frame and gdb.solib_name(frame.pc()): frame = frame.older()\\n"
            + "if frame: frame.select()\\n\")";

    /** Backtraces leave out the runtime's frames, where a thread has others; {@code bt -no-filters} shows them. */
    private static final String HIDE_THE_RUNTIME = "python exec(\"class ProgramAlone:\\n"
            + "  name, priority, enabled = 'heddle', 100, True\\n"
            + "  def is_own(self, frame):\\n"
            + "    library = gdb.solib_name(frame.pc()) or ''\\n"
            + "    return 'libheddle' in library or (frame.name() or '').startswith('__heddle_')\\n"
            + "  def filter(self, frames):\\n"
            + "    every = list(frames)\\n"
            + "    return iter([one for one in every if not self.is_own(one.inferior_frame())] or every)\\n"
            + "gdb.frame_filters['heddle'] = ProgramAlone()\\n\")";

    /** Goes on until something stops: the end of one process of several is reported as well, and is no reason to stay. */
    private static final String CONTINUE = "python exec(\"stops = []\\n"
            + "stop = lambda event: stops.append(event)\\n"
            + "gdb.events.stop.connect(stop)\\n"
            + "gdb.execute('continue')\\n"
            + "live = lambda: [inferior for inferior in gdb.inferiors() if inferior.pid]\\n"
            + "while not stops and live():\\n"
            + "  gdb.execute('inferior %d' % live()[0].num)\\n"
            + "  gdb.execute('continue')\\n"
            + "gdb.events.stop.disconnect(stop)\\n\")";

    /** The breakpoint of this class, which is not kept. */
    private static final String OWN = "python own = gdb.breakpoints()[-1]";

    /** Counts how often the program has gone on since it was shown first. */
    private static final String NOTE_MOVES =
            "python exec(\"moves = []\\n" + "gdb.events.cont.connect(lambda event: moves.append(event))\\n\")";

    /** Commands of gdb's own names that end it, so that the execution can be run again. */
    private static final String GO_BACK = "python exec(\"class Back(gdb.Command):\\n"
            + "  __doc__ = 'Go back by running again: to before the critical switch, then to before the first step.'\\n"
            + "  def __init__(self, name):\\n"
            + "    super().__init__(name, gdb.COMMAND_RUNNING)\\n"
            + "  def invoke(self, words, from_tty):\\n"
            + "    here, further = %d, %d\\n"
            + "    to = here if here >= 0 and moves else further\\n"
            + "    if to < 0:\\n"
            + "      print('This is before the first step')\\n"
            + "      return\\n"
            + "    print('Back to before step %%d, by running again' %% to)\\n"
            + "    own.delete()\\n"
            + "    if gdb.breakpoints(): gdb.execute('save breakpoints %s', to_string=True)\\n"
            + "    open('%s', 'w').write(str(to))\\n"
            + "    gdb.execute('set confirm off')\\n"
            + "    gdb.execute('quit')\\n"
            + "Back('reverse-continue'); Back('rc')\\n\")";

    /**
     * Where the program is shown first, and how to go back from there.
     *
     * @param here the event before which it stops, if not at what the schedule shows
     * @param further the event to which {@code reverse-continue} goes back from there; empty at the first one
     * @param going the file to which that command writes the event, before it ends gdb
     * @param breakpoints the file to which it writes the user's breakpoints, if there are any
     */
    record Back(OptionalInt here, OptionalInt further, Path going, Path breakpoints) {
        private String command() {
            return GO_BACK.formatted(here.orElse(-1), further.orElse(-1), breakpoints, going);
        }
    }

    private GdbCommand() {}

    /**
     * The command.
     *
     * @param process to attach to
     * @param found what the schedule shows; empty if it shows nothing
     * @param back where to stop, and what {@code reverse-continue} does
     * @param more arguments of the user's
     */
    static List<String> of(int process, List<Finding> found, Back back, List<String> more) {
        List<String> command = new ArrayList<>(List.of("gdb", "-q", "-p", Integer.toString(process)));
        String shown = found.stream().map(GdbCommand::condition).distinct().collect(Collectors.joining(" || "));
        String condition = back.here().isEmpty()
                ? shown
                : "$rdi == " + UNTIL + " || $rdi == " + END + (shown.isEmpty() ? "" : " || $there && (" + shown + ")");
        run(command, "set $there = 0");
        run(command, "set detach-on-fork off"); // processes that the program forks are part of the execution
        run(command, "set schedule-multiple on");
        run(command, "break " + HERE + (condition.isEmpty() ? "" : " if " + condition));
        run(command, OWN);
        run(command, HIDE_THE_RUNTIME);
        run(command, back.command());
        run(command, CONTINUE);
        run(command, "set $there = 1");
        run(command, NOTE_MOVES);
        run(command, TO_THE_PROGRAM);
        run(command, "info threads");
        run(command, "frame");
        command.addAll(more);
        return command;
    }

    private static void run(List<String> command, String line) {
        command.add("-ex");
        command.add(line);
    }

    private static String condition(Finding finding) {
        return switch (finding.kind()) {
            case DATA_RACE -> at(RACE, finding);
            case USE_AFTER_FREE, DOUBLE_FREE, HEAP_OVERFLOW, ARRAY_OVERFLOW, MISUSE, ASSERTION -> at(NOTE, finding);
            case EXIT_CODE, LEAK -> "$rdi == " + EXIT;
            default -> "$rdi == " + END; // a crash stops the debugger by itself
        };
    }

    private static String at(int why, Finding finding) {
        String places = finding.sites().stream().map(site -> "$rdx == " + site).collect(Collectors.joining(" || "));
        return "$rdi == " + why + (places.isEmpty() ? "" : " && (" + places + ")");
    }
}

package org.heddle.cli.check.replay;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import org.heddle.cli.base.UserError;
import org.heddle.cli.check.inspect.GdbScript;

/** Has gdb evaluate one expression in an execution that stands still: before one step, or before each. */
final class GdbValues {
    /** Between the number of a moment and what gdb says of it. */
    private static final String MARK = "heddle-value";

    private static final String ERROR = "error: ";

    /** Selects the thread's first frame of the program's own; {@code THREAD} and {@code EXPRESSION} are put before it. */
    private static final String FUNCTIONS =
            """
            def select():
                for inferior in gdb.inferiors():
                    for thread in inferior.threads():
                        if thread.name == THREAD:
                            thread.switch()
                frame = gdb.newest_frame()
                while frame and gdb.solib_name(frame.pc()):
                    frame = frame.older()
                if frame:
                    frame.select()
            def tell(moment):
                try:
                    select()
                    text = gdb.execute('print ' + EXPRESSION, to_string=True)
                    text = text.split(' = ', 1)[1] if text.startswith('$') else text
                except gdb.error as problem:
                    text = 'error: ' + str(problem)
                print('\\nheddle-value', moment, ' '.join(text.split()), flush=True)
            """;

    private static final String ONCE =
            """
            gdb.execute('break heddle_stopped if $rdi == 4 || $rdi == 1')
            gdb.execute('continue', to_string=True)
            tell(0)
            """;

    /** {@code LAST} is put before it. The first argument of debug_before is the number of the next step. */
    private static final String EACH =
            """
            gdb.execute('break debug_before')
            gdb.execute('break heddle_stopped if $rdi == 1')
            while True:
                stops = []
                stop = lambda event: stops.append(event)
                gdb.events.stop.connect(stop)
                gdb.execute('continue', to_string=True)
                gdb.events.stop.disconnect(stop)
                if not stops:
                    break
                frame = gdb.newest_frame()
                moment = int(frame.read_register('rdi')) & 0xffffffff if frame.name() == 'debug_before' else LAST
                tell(min(moment, LAST))
                if moment >= LAST:
                    break
            """;

    private final String thread;
    private final String expression;
    private final Map<Integer, String> values = new TreeMap<>();
    private String said = "";

    /** The expression in the frame of the thread with this name. */
    GdbValues(String thread, String expression) {
        this.thread = thread;
        this.expression = expression;
    }

    /**
     * Evaluates it where the execution stops by itself for a debugger.
     *
     * @throws IOException if gdb cannot be run
     * @throws InterruptedException if the thread is interrupted
     */
    void before(int process) throws IOException, InterruptedException {
        run(process, ONCE);
    }

    /**
     * Evaluates it before each step, up to the last one.
     *
     * @throws IOException if gdb cannot be run
     * @throws InterruptedException if the thread is interrupted
     */
    void throughout(int process, int last) throws IOException, InterruptedException {
        run(process, "LAST = " + last + "\n" + EACH);
    }

    /**
     * The value.
     *
     * @throws UserError if there is none
     */
    String single() throws UserError {
        return all().values().iterator().next();
    }

    /**
     * The values by moment, those that could be evaluated.
     *
     * @throws UserError if none could
     */
    Map<Integer, String> all() throws UserError {
        Map<Integer, String> known = new TreeMap<>(values);
        known.values().removeIf(value -> value.startsWith(ERROR));
        if (!known.isEmpty()) {
            return known;
        }
        if (values.isEmpty()) {
            throw new UserError("gdb did not come to evaluate " + expression + ": " + lastLine(said));
        }
        throw new UserError(values.values().iterator().next().substring(ERROR.length()));
    }

    private static String lastLine(String text) {
        return text.lines().filter(line -> !line.isBlank()).reduce("it said nothing", (first, second) -> second);
    }

    private void run(int process, String script) throws IOException, InterruptedException {
        String whole = "THREAD = bytes.fromhex('" + hex(thread) + "').decode()\n" + "EXPRESSION = bytes.fromhex('"
                + hex(expression) + "').decode()\n" + FUNCTIONS + script;
        Process gdb = new ProcessBuilder(GdbScript.command(process, whole))
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .start();
        said = new String(gdb.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        gdb.waitFor();
        for (String line : said.lines().toList()) {
            String[] words = line.split(" ", 3);
            if (words.length == 3 && words[0].equals(MARK)) {
                values.put(Integer.parseInt(words[1]), words[2]);
            }
        }
    }

    private static String hex(String text) {
        return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
    }
}

package org.heddle.cli.check.step;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.heddle.cli.base.Printable;
import org.heddle.cli.base.UserError;
import org.heddle.cli.check.replay.Moments;
import org.heddle.cli.check.replay.Watch;
import org.heddle.cli.format.parts.SourceLines;
import org.heddle.cli.format.text.Columns;
import org.heddle.cli.format.text.Sheet;
import org.heddle.cli.format.text.StateText;
import org.heddle.cli.report.State;
import org.heddle.cli.report.ThreadState;
import org.heddle.cli.report.TraceLine;

/** Goes through a schedule as commands say, one a line, to the end of input. */
public final class StepSession {
    private static final int AROUND = 5;

    private final Moments moments;
    private final SourceLines sources;
    private final StateText text;
    private final Sheet sheet;
    private final PrintWriter out;
    private final boolean isPrompting;
    private final Breakpoints breakpoints = new Breakpoints();
    private int now;
    private String thread = "";

    /**
     * A session that begins before the first step.
     *
     * @param directory of the program's sources
     * @param isPrompting whether somebody types
     */
    public StepSession(Moments moments, Path directory, Sheet sheet, PrintWriter out, boolean isPrompting) {
        this.moments = moments;
        this.sources = new SourceLines(directory);
        this.text = new StateText(directory, sheet);
        this.sheet = sheet;
        this.out = out;
        this.isPrompting = isPrompting;
    }

    /**
     * Reads commands and does them.
     *
     * @throws IOException if they cannot be read, or the program cannot be run
     * @throws InterruptedException if the thread is interrupted
     */
    public void run(BufferedReader commands) throws IOException, InterruptedException {
        here();
        String last = "";
        while (true) {
            if (isPrompting) {
                out.print("(heddle) ");
            }
            out.flush();
            String read = commands.readLine();
            if (read == null) {
                return;
            }
            String line = read.isBlank() && isPrompting ? last : read.strip();
            last = line;
            if (!isDone(line)) {
                return;
            }
        }
    }

    /**
     * Does one command. What is wrong with it is printed.
     *
     * @return false if it was the last: {@code quit}
     * @throws IOException if the program cannot be run
     * @throws InterruptedException if the thread is interrupted
     */
    public boolean isDone(String command) throws IOException, InterruptedException {
        Words words = Words.of(command);
        if (words.name().equals("quit")) {
            return false;
        }
        try {
            execute(words);
        } catch (UserError problem) {
            out.println(Printable.of(problem.getMessage()));
        }
        return true;
    }

    private void execute(Words words) throws UserError, IOException, InterruptedException {
        switch (words.name()) {
            case "" -> {}
            case "step" -> go(Math.min((long) now + words.count(), moments.count()));
            case "reverse-step" -> go(Math.max((long) now - words.count(), 0));
            case "next" -> next(1);
            case "reverse-next" -> next(-1);
            case "continue" -> travel(1);
            case "reverse-continue" -> travel(-1);
            case "goto" -> go(words.number("a step from 0 to " + moments.count()));
            case "break" -> {
                String place = words.needed("a thread, an object, a kind of step or a line");
                out.println("Breakpoint " + breakpoints.add(place) + ": " + Printable.of(place) + hint(place));
            }
            case "delete" -> delete(words);
            case "thread" -> select(words.needed("a thread, such as T1"));
            case "info" -> info(words.needed("threads, locks or breakpoints"));
            case "list" -> list();
            case "where" -> here();
            case "print" -> print(words.needed("an expression of C"));
            case "watch" -> watch(words.needed("an expression of C"));
            case "last" -> last(words.needed("an object"));
            case "try" -> attempt(words.needed("a thread, such as T2"));
            case "output" -> output(moments.at(now));
            case "help" -> out.println(Words.HELP.stripTrailing());
            default -> throw new UserError(words.unknown());
        }
    }

    private String hint(String place) {
        long steps = moments.lines().stream()
                .filter(line -> StepWord.matches(line, place))
                .count();
        return steps == 0 ? ", where no step of this schedule is" : ", " + steps + (steps == 1 ? " step" : " steps");
    }

    private void go(long moment) throws UserError, InterruptedException {
        if (moment < 0 || moment > moments.count()) {
            throw new UserError("there is no step " + moment + ": name one from 0 to " + moments.count());
        }
        now = (int) moment;
        here();
    }

    private void here() throws InterruptedException {
        if (now == moments.count()) {
            out.println("After the last of " + now + " steps: reverse-step goes back");
            return;
        }
        TraceLine line = moments.lines().get(now);
        sheet.lines("", Printable.of(now + " of " + moments.count() + "  " + line.sentence()))
                .forEach(out::println);
        String quote = sources.quote(line.location());
        if (!quote.isEmpty()) {
            out.println("      " + Printable.of(quote));
        }
    }

    /** To the next step of the thread that was selected, or of the one whose step this is. */
    private void next(int direction) throws UserError, InterruptedException {
        String mine = current();
        int at = new Route(moments.lines()).next(now, direction, mine);
        if (at < 0) {
            out.println(mine + " has no step before this one");
        } else {
            go(at);
        }
    }

    private void travel(int direction) throws UserError, InterruptedException {
        int at = new Route(moments.lines())
                .until(now, direction, line -> breakpoints.at(line) > 0 || (direction < 0 && moments.isCritical(line)));
        int number = at == moments.count() ? 0 : breakpoints.at(moments.lines().get(at));
        if (number > 0 && at != now) {
            out.println("Breakpoint " + number);
        }
        if (direction < 0 && at != now && moments.isCritical(moments.lines().get(at))) {
            out.println("The critical switch: without it this does not happen");
        }
        go(at);
    }

    private void delete(Words words) throws UserError {
        if (words.rest().isEmpty()) {
            breakpoints.clear();
            return;
        }
        int number = words.number("the number of a breakpoint");
        if (!breakpoints.delete(number)) {
            throw new UserError("there is no breakpoint " + number + ": info breakpoints lists them");
        }
    }

    private void select(String label) throws UserError {
        if (moments.lines().stream().noneMatch(line -> line.thread().equals(label))) {
            throw new UserError("there is no thread " + label + ": info threads lists them");
        }
        thread = label;
    }

    /** The thread that was selected, or else the one whose step is next; after the last step, the one that made it. */
    private String current() {
        if (!thread.isEmpty() || moments.count() == 0) {
            return thread;
        }
        return moments.lines().get(Math.min(now, moments.count() - 1)).thread();
    }

    private void info(String what) throws UserError, InterruptedException {
        switch (what) {
            case "threads" -> text.printThreads(moments.at(now), out);
            case "locks" -> locks(moments.at(now));
            case "breakpoints" -> {
                out.println(breakpoints.isEmpty() ? "No breakpoints: break sets one" : "Breakpoints:");
                List<String> all = breakpoints.all();
                for (int i = 0; i < all.size(); i++) {
                    if (!all.get(i).isEmpty()) {
                        out.println("  " + (i + 1) + ": " + Printable.of(all.get(i)));
                    }
                }
            }
            default -> throw new UserError("info tells of threads, locks or breakpoints, not of " + what);
        }
    }

    private void locks(State state) {
        boolean isAny = false;
        for (ThreadState one : state.threads()) {
            for (String lock : one.holds()) {
                isAny = true;
                sheet.lines("  ", one.fullName() + " holds " + lock).forEach(out::println);
            }
        }
        for (ThreadState one : state.threads()) {
            if (!one.waitsFor().isEmpty()) {
                isAny = true;
                sheet.lines("  ", one.fullName() + " has to wait for " + one.waitsFor() + ": " + one.next())
                        .forEach(out::println);
            }
        }
        if (!isAny) {
            out.println("No thread holds a lock or waits for one");
        }
    }

    private void list() {
        List<TraceLine> around =
                moments.lines().subList(Math.max(0, now - AROUND), Math.min(moments.count(), now + AROUND));
        new Columns(sheet, Optional.empty())
                .draw(
                        around.stream()
                                .map(line -> line.step() == now ? line.asKey() : line)
                                .toList(),
                        Integer.MAX_VALUE)
                .forEach(out::println);
    }

    private void print(String expression) throws UserError, IOException, InterruptedException {
        out.println(Printable.of(expression) + " = " + Printable.of(moments.value(now, current(), expression)));
    }

    private void watch(String expression) throws UserError, IOException, InterruptedException {
        Watch.changes(expression, moments.values(current(), expression), moments.lines())
                .forEach(change -> sheet.lines("  ", change).forEach(out::println));
    }

    private void last(String word) throws UserError {
        for (int at = now - 1; at >= 0; at--) {
            TraceLine line = moments.lines().get(at);
            if (StepWord.matches(line, word)) {
                sheet.lines("", Printable.of("Step " + at + "  " + line.sentence()))
                        .forEach(out::println);
                return;
            }
        }
        throw new UserError("no step before step " + now + " has to do with " + word);
    }

    private void attempt(String label) throws UserError, InterruptedException {
        Moments.Branch branch = moments.instead(now, label);
        List<TraceLine> steps = branch.state().trace();
        new Columns(sheet, Optional.empty())
                .draw(steps.subList(Math.min(now, steps.size()), steps.size()), Integer.MAX_VALUE)
                .forEach(out::println);
        if (branch.findings().isEmpty()) {
            out.println("With " + label + " first, the execution shows nothing: it ended as "
                    + branch.outcome().name().toLowerCase(Locale.ROOT));
        }
        branch.findings().forEach(found -> sheet.lines("", Printable.of("It shows " + found))
                .forEach(out::println));
    }

    private void output(State state) {
        out.println(state.output().isEmpty() ? "The program has printed nothing" : "The program has printed:");
        state.output().lines().forEach(line -> out.println("  " + Printable.of(line)));
    }
}

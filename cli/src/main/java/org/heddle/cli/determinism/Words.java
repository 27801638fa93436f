package org.heddle.cli.determinism;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.heddle.cli.base.Printable;
import org.heddle.cli.determinism.Repeats.Respect;
import org.heddle.cli.report.NumberText;
import org.heddle.cli.report.TraceLine;
import org.heddle.cli.report.names.AddressNames;
import org.heddle.cli.report.names.AddressResolver;
import org.heddle.cli.report.names.Location;
import org.heddle.cli.report.names.UsedAddresses;
import org.heddle.cli.report.words.StateWriter;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Note;
import org.heddle.dpor.model.execution.Outcome;
import org.heddle.dpor.model.execution.SignalNames;

/** Puts differences of two executions into words. */
final class Words {
    private static final String NOTHING = "(nothing)";

    private final AddressResolver resolver;
    private final StateWriter writer;
    private final Execution first;
    private final Execution other;

    /** Words for the differences of these two. */
    Words(AddressResolver resolver, Execution first, Execution other) {
        this.resolver = resolver;
        this.writer = new StateWriter(resolver);
        this.first = first;
        this.other = other;
    }

    /**
     * The words for a difference.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    Respect of(Difference difference) throws InterruptedException {
        if (difference instanceof Difference.OfSource source) {
            return ofSource(source.number());
        }
        if (difference instanceof Difference.OfStep at) {
            return ofStep(at.step());
        }
        if (difference instanceof Difference.OfOutput output) {
            return new Respect(
                    output.stream().name().toLowerCase(Locale.ROOT),
                    "%s, line %d, byte %d".formatted(output.stream().words(), output.line(), output.column()),
                    Location.UNKNOWN,
                    quoted(output.first()),
                    quoted(output.other()));
        }
        return new Respect("end", "the end", Location.UNKNOWN, end(first), end(other));
    }

    private Respect ofSource(int number) throws InterruptedException {
        Note one = Comparison.sources(first).get(number);
        Note another = Comparison.sources(other).get(number);
        AddressNames names =
                resolver.resolve(new UsedAddresses().with(first).with(other).roles());
        Location location = names.location(one.site());
        String place = names.location(another.site()).brief();
        boolean isSameCall = one.text().equals(another.text()) && one.site() == another.site();
        return new Respect(
                "source",
                "the result of " + one.text() + ", before step " + one.step() + " of "
                        + first.events().size(),
                location,
                isSameCall ? result(one) : one.text() + " at " + location.brief(),
                isSameCall ? result(another) : another.text() + " at " + place);
    }

    /** Numbers of processes are short; else it is a digest of bytes. */
    private static String result(Note source) {
        boolean isNumber = source.object() >>> Integer.SIZE == 0;
        return isNumber ? Long.toString(source.object()) : "bytes with the digest %016x".formatted(source.object());
    }

    private Respect ofStep(int step) throws InterruptedException {
        boolean both = step < first.events().size() && step < other.events().size();
        String detail = both ? detail(first.events().get(step), other.events().get(step)) : "";
        String firstWords = words(first, step);
        String otherWords = words(other, step);
        boolean saysMore = firstWords.equals(otherWords) && !detail.isEmpty();
        return new Respect(
                "step",
                "step %d of %d".formatted(step, first.events().size()),
                place(step),
                firstWords,
                saysMore ? otherWords + ", with another " + detail : otherWords);
    }

    /** What an execution does in a step, who does it, and where. */
    private String words(Execution execution, int step) throws InterruptedException {
        if (step < execution.events().size()) {
            TraceLine line = writer.write(execution).trace().get(step);
            String place = line.location().brief();
            return line.thread() + ": " + line.operation() + (place.isEmpty() ? "" : " at " + place);
        }
        if (execution.outcome() != Outcome.DIVERGED) {
            return end(execution);
        }
        Operation actual = execution.divergence().actual();
        if (actual == null) {
            return "cannot do that: " + execution.divergence().reason();
        }
        StateWriter.PendingWords words = writer.words(execution, actual);
        return "the same thread: " + words.operation() + (words.place().isEmpty() ? "" : " at " + words.place());
    }

    private Location place(int step) throws InterruptedException {
        Execution longer = step < first.events().size() ? first : other;
        return step < longer.events().size()
                ? writer.write(longer).trace().get(step).location()
                : Location.UNKNOWN;
    }

    /** In what two events differ, as numbers. */
    private static String detail(Event one, Event two) {
        List<String> parts = new ArrayList<>();
        add(parts, "thread", one.thread(), two.thread());
        add(parts, "alternative", one.alternative(), two.alternative());
        add(parts, "object", one.operation().object(), two.operation().object());
        add(parts, "second object", one.operation().object2(), two.operation().object2());
        add(parts, "argument", one.operation().argument(), two.operation().argument());
        add(parts, "site", one.operation().site(), two.operation().site());
        add(parts, "result", one.result(), two.result());
        add(parts, "value", one.value(), two.value());
        return String.join(" and another ", parts);
    }

    private static void add(List<String> parts, String name, long one, long two) {
        if (one != two) {
            parts.add("%s (%s, not %s)".formatted(name, NumberText.of(two), NumberText.of(one)));
        }
    }

    private static String quoted(String line) {
        return line.isEmpty() ? NOTHING : Printable.name(line);
    }

    /** How an execution ended. */
    static String end(Execution execution) {
        return switch (execution.outcome()) {
            case EXITED -> "exit status " + execution.status();
            case SIGNALED -> SignalNames.of(execution.status());
            case TOO_LONG -> "cut off after " + execution.events().size() + " steps";
            case HUNG -> "no progress, so it was killed";
            default -> execution.outcome().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        };
    }
}

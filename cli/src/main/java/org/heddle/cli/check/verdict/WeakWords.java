package org.heddle.cli.check.verdict;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.heddle.cli.check.search.WeakOutcomes;
import org.heddle.cli.report.MemoryModel;
import org.heddle.cli.report.MemoryModel.Weaker;
import org.heddle.cli.report.names.AddressNames;
import org.heddle.cli.report.names.AddressResolver;
import org.heddle.cli.report.names.AddressResolver.Role;
import org.heddle.cli.report.names.Location;
import org.heddle.cli.report.names.ThreadNames;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.weak.Repairs;
import org.heddle.dpor.weak.Repairs.Change;
import org.heddle.dpor.weak.Robustness;
import org.heddle.dpor.weak.Robustness.Doubt;
import org.heddle.dpor.weak.Robustness.Found;
import org.heddle.dpor.weak.WeakStep;

/** Says what C11 allows besides the executions that were explored. */
public final class WeakWords {
    private WeakWords() {}

    /**
     * Of which model what was explored holds.
     *
     * @param isProved whether everything was explored, and no bug was found
     * @param sight what of the program was seen
     * @param checksRaces whether data races were looked for
     */
    public static MemoryModel of(
            WeakOutcomes seen, boolean isProved, Sight sight, boolean checksRaces, AddressResolver resolver)
            throws InterruptedException {
        if (seen.monitor().isEmpty()) {
            return new MemoryModel(
                    false,
                    Weaker.NONE,
                    List.of("--model=sc, --model=tso and --model=pso do not look for others"),
                    List.of(),
                    0,
                    0);
        }
        Robustness monitor = seen.monitor().get();
        List<String> why = new ArrayList<>();
        if (!sight.instrumented()) {
            why.add("memory accesses and atomics were not seen");
        }
        if (!sight.unseen().isEmpty()) {
            why.add("what calls of code that is not instrumented do was not seen");
        }
        if (!checksRaces) {
            why.add("data races were not looked for");
        }
        if (seen.isForeign()) {
            why.add("C11 says nothing of inline assembly, of volatile accesses beside it, nor of membarrier");
        }
        seen.doubts().stream().map(WeakWords::words).forEach(why::add);
        seen.limitsBehind().forEach(limit -> why.add("weaker executions come to what was not seen: " + limit));
        Weaker weaker = !seen.areExplored() ? Weaker.NONE : why.isEmpty() ? Weaker.ALL : Weaker.SOME;
        if (!isProved) {
            why.add("not everything was explored without a finding");
        }
        List<MemoryModel.Outcome> allowed = new ArrayList<>();
        for (Found found : monitor.found()) {
            allowed.add(outcome(found, resolver));
        }
        boolean isWhole = weaker == Weaker.ALL || allowed.isEmpty();
        return new MemoryModel(
                why.isEmpty() && isWhole, weaker, List.copyOf(why), List.copyOf(allowed), seen.drawn(), seen.behind());
    }

    private static String words(Doubt doubt) {
        return switch (doubt) {
            case MIXED_SIZES -> "atomic accesses overlap others of another size";
            case ATOMIC_SECTIONS -> "atomic sections have no meaning in C11";
            case WHOLE_SECTIONS -> "critical sections of one mutex were not explored in all orders (--coarser=none explores them)";
            case SEMAPHORES -> "posts and waits of semaphores were not explored in all orders (--coarser=none explores them)";
            case BLIND_WRITES -> "threads that add to one number, or store the same one, were not explored in all orders"
                    + " (--coarser=none explores them)";
            case BEGIN -> "what comes before heddle_begin() was executed in one order alone";
            case KERNEL -> "descriptors and signals are taken for objects that order more than C11 does";
            case OUT_OF_REACH -> "older values were not explored for atomics of more than eight bytes, and where a weak"
                    + " compare-and-swap fails although the values are equal";
            case TOO_LONG -> "an execution was too long to be looked at";
        };
    }

    private static MemoryModel.Outcome outcome(Found found, AddressResolver resolver) throws InterruptedException {
        WeakStep step = found.step();
        List<Change> changes = Repairs.of(found);
        Map<Long, Role> sites = new HashMap<>();
        sites.put(step.access().operation().site(), Role.SITE);
        sites.put(step.newer().operation().site(), Role.SITE);
        if (step.source() != null) {
            sites.put(step.source().operation().site(), Role.SITE);
        }
        changes.forEach(change -> sites.put(change.site(), Role.SITE));
        found.execution().threads().forEach(thread -> sites.put(thread.startRoutine(), Role.FUNCTION));
        sites.remove(0L);
        AddressNames names = resolver.resolve(sites);
        ThreadNames threads = new ThreadNames(found.execution().threads(), names);
        Location access = place(step.access(), names);
        Location newer = place(step.newer(), names);
        String object = access.name().isEmpty() ? "what is at that address" : access.name();
        String thread = threads.full(step.access().thread());
        String newerThread = threads.full(step.newer().thread());
        String repair = repair(changes, names);
        String value = step.old().isPresent() ? " = " + words(step.old().getAsLong(), step.access()) : "";
        String written = value(step.newer());
        String does =
                switch (step.form()) {
                    case READ -> thread + " may read " + object + value + ", an older value, at " + access.brief()
                            + ", although " + newerThread + " has stored" + written + " at " + newer.brief();
                    case UPDATE -> thread + " may update " + object + value + ", an older value, at " + access.brief()
                            + ", although " + newerThread + " has stored" + written + " at " + newer.brief();
                    case STORE -> "the store of " + thread + " to " + object + " at " + access.brief()
                            + " may come before that of " + newerThread + " at " + newer.brief()
                            + ", although it is executed later";
                };
        String text =
                does + ": nothing in C11 orders the two" + (repair.isEmpty() ? "" : "; cheapest repair: " + repair);
        return new MemoryModel.Outcome(
                step.form().name().toLowerCase(Locale.ROOT),
                thread,
                object,
                access,
                Optional.ofNullable(step.source()).map(source -> place(source, names)),
                boxed(step.old()),
                newerThread,
                newer,
                repair,
                text);
    }

    private static Optional<Long> boxed(OptionalLong value) {
        return value.isPresent() ? Optional.of(value.getAsLong()) : Optional.empty();
    }

    private static Location place(Event event, AddressNames names) {
        return names.location(event.operation().site());
    }

    private static String value(Event write) {
        boolean isKnown = write.operation().size() <= Long.BYTES;
        return isKnown ? " " + words(write.written(), write) : "";
    }

    /** Small numbers as such, others as an address. */
    private static String words(long value, Event access) {
        long size = access.operation().size();
        long extended = size >= Long.BYTES ? value : value << (Long.SIZE - 8 * size) >> (Long.SIZE - 8 * size);
        return Math.abs(extended) < 1_000_000 ? Long.toString(extended) : "0x" + Long.toHexString(value);
    }

    private static String repair(List<Change> changes, AddressNames names) {
        Set<String> words = new LinkedHashSet<>();
        for (Change change : changes) {
            String order = "memory_order_" + change.order().name().toLowerCase(Locale.ROOT);
            String place = names.location(change.site()).brief();
            words.add(
                    switch (change.place()) {
                        case ACCESS -> order + " at " + place;
                        case FENCE_BEFORE -> "atomic_thread_fence(" + order + ") before " + place;
                        case FENCE_BEHIND -> "atomic_thread_fence(" + order + ") after " + place;
                    });
        }
        return words.stream().collect(Collectors.joining(" and "));
    }

    /** Of a program with atomics of weaker orders, what limits the claim. */
    static List<String> remarks(MemoryModel model) {
        List<String> remarks = new ArrayList<>();
        if (model.weaker() == Weaker.ALL && model.behind() > 0) {
            if (!model.holdsForC11()) {
                model.allowed()
                        .forEach(outcome -> remarks.add(
                                "C11 allows more than interleavings (heddle explain weak-memory): " + outcome.text()));
            }
            remarks.add(("all executions of RC11, the repaired model of C11, were executed behind the interleavings"
                            + " (%d): accesses may overlook newer stores where nothing orders them; it has no load buffering"
                            + " (heddle explain weak-memory)")
                    .formatted(model.behind()));
        } else if (model.weaker() == Weaker.ALL) {
            remarks.add(
                    "executions are those of RC11, the repaired model of C11: accesses may overlook newer stores where nothing"
                            + " orders them; it has no load buffering (heddle explain weak-memory)");
        } else if (model.weaker() == Weaker.SOME) {
            remarks.add(
                    "executions are interleavings, and weaker ones of RC11, the repaired model of C11, but not all: "
                            + String.join(", and ", model.why()));
        } else if (!model.allowed().isEmpty()) {
            model.allowed()
                    .forEach(outcome -> remarks.add(
                            "sequentially consistent executions only, and C11 allows more (heddle explain weak-memory): "
                                    + outcome.text()));
            if (model.behind() > 0) {
                remarks.add(
                        "of the executions that C11 allows, %d were executed behind the interleavings%s, not all; --model=rc11 explores all"
                                .formatted(
                                        model.behind(),
                                        model.drawn() > 0 ? ", and " + model.drawn() + " drawn at random" : ""));
            } else if (model.drawn() > 0) {
                remarks.add(("of what C11 allows more, %d execution%s drawn at random, which proves nothing;"
                                + " --model=rc11 explores all of it")
                        .formatted(model.drawn(), model.drawn() == 1 ? " was" : "s were"));
            }
        } else if (!model.holdsForC11()) {
            remarks.add(
                    "sequentially consistent executions only, although the program uses atomics with weaker memory orders: "
                            + String.join(", and ", model.why()));
        }
        return remarks;
    }

    /** What is added to the word for what was proved; empty if it was not under RC11. */
    static String under(MemoryModel model, Sight sight) {
        boolean isOfRc11 = model.weaker() == Weaker.ALL && model.behind() == 0;
        return !isOfRc11 ? "" : sight.unseen().isEmpty() ? " under RC11" : "; under RC11";
    }

    /** What is added to a proof. */
    static String claim(MemoryModel model) {
        if (!model.holdsForC11()) {
            return "";
        }
        if (model.behind() > 0) {
            return "; nor is there one in the %d execution%s of RC11, so this holds for C11 as well"
                    .formatted(model.behind(), model.behind() == 1 ? "" : "s");
        }
        return model.weaker() == Weaker.NONE ? "; no weaker outcome exists, so this holds for C11 as well" : "";
    }
}

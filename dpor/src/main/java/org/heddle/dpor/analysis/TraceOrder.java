package org.heddle.dpor.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.heddle.dpor.analysis.trace.Trace;
import org.heddle.dpor.analysis.trace.TraceEnd;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;

/**
 * The happens-before order of a trace, to be kept and compared with that of others. Each event has a name, a number of 64 bits that tells
 * what it is and all that happens before it: so a set of events that leaves no predecessor out is a prefix of every trace that has the
 * names of its last events.
 */
public final class TraceOrder {
    private final Map<Integer, Past> threads = new HashMap<>();
    private final int outcome;

    /** The events of one thread. */
    private record Past(List<Long> names, List<Map<Integer, Integer>> clocks, List<Integer> alternatives) {
        Past() {
            this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        }
    }

    /**
     * What another execution has to begin with: the events of a prefix, and behind them an event.
     *
     * @param counts how many events of each thread are in the prefix
     * @param names of the last one of each
     * @param thread the event's
     * @param index the event's place in its thread
     * @param alternative that the event takes; null if that may be any
     */
    public record Beginning(
            Map<Integer, Integer> counts, Map<Integer, Long> names, int thread, int index, Integer alternative) {}

    private TraceOrder(int outcome) {
        this.outcome = outcome;
    }

    /** Makes orders, and tells what is to be reversed. Not safe for use by several threads. */
    public static final class Maker {
        private final RaceDetection races;
        private final Prediction prediction;

        /** Orders under this dependence relation. */
        public Maker(Dependence dependence) {
            races = new RaceDetection(dependence);
            prediction = new Prediction(races);
        }

        /** The order of a complete execution. */
        public TraceOrder of(Execution execution) {
            Event[] events = execution.events().toArray(new Event[0]);
            boolean crashed = execution.outcome() != Outcome.SLEEP_BLOCKED && execution.terminator() >= 0;
            races.analyse(
                    events,
                    events.length,
                    TraceEnd.of(execution).withTerminator(crashed ? execution.terminator() : -1));
            TraceOrder order = new TraceOrder(execution.outcome().code());
            for (int row = 0; row < races.trace.length(); row++) {
                order.add(races.trace, row);
            }
            return order;
        }

        /** The beginnings that some execution has to have, as the order that {@link #of} gave last has a race or an alternative. */
        public List<Beginning> reversals(TraceOrder order) {
            List<Beginning> beginnings = new ArrayList<>();
            for (int race = 0; race < races.raceCount(); race++) {
                int first = races.first(race);
                int second = races.second(race);
                if (isPlain(first, second)) {
                    beginnings.add(order.beginning(without(first, second), races.trace.event(second), null));
                }
            }
            for (int n = 0; n < races.alternatives().count(); n++) {
                Event other = races.alternatives().event(n);
                if (!other.isTimeout()) {
                    beginnings.add(order.beginning(counts(races.alternatives().row(n)), other, other.alternative()));
                }
            }
            return beginnings;
        }

        /**
         * Whether the second event runs in the place of the first as it is. A timeout comes where nothing else can happen, and an event
         * that a crash is one with may crash no more.
         */
        private boolean isPlain(int first, int second) {
            List<Event> reversed = prediction.of(second, first);
            return !reversed.isEmpty()
                    && reversed.stream().noneMatch(Event::isTimeout)
                    && !races.trace.event(first).isTimeout()
                    && !races.trace.event(second).isTimeout()
                    && races.trace.ending() != first
                    && races.trace.ending() != second;
        }

        /** What does not happen after the first event, nor after a reader that has to be left out for the second one. */
        private Map<Integer, Integer> without(int first, int second) {
            Map<Integer, Integer> counts = counts(first);
            int[] dropped = races.readersToDrop(second, first);
            for (int row = first + 1; row < races.trace.length(); row++) {
                boolean isLeft = races.trace.happensBefore(first, row);
                for (int k = 0; dropped != null && k < dropped.length; k++) {
                    isLeft |= races.trace.happensBefore(dropped[k], row);
                }
                if (!isLeft) {
                    counts.merge(races.trace.event(row).thread(), 1, Integer::sum);
                }
            }
            return counts;
        }

        private Map<Integer, Integer> counts(int rows) {
            Map<Integer, Integer> counts = new HashMap<>();
            for (int row = 0; row < rows; row++) {
                counts.merge(races.trace.event(row).thread(), 1, Integer::sum);
            }
            return counts;
        }
    }

    private void add(Trace trace, int row) {
        Event event = trace.event(row);
        Past own = threads.computeIfAbsent(event.thread(), thread -> new Past());
        Map<Integer, Integer> clock = new HashMap<>();
        long name = SplitMix.next(event.thread() * 0x100000001B3L + own.names.size()) + event.alternative();
        for (int number = 0; number < trace.threads(); number++) {
            int thread = trace.idOf(number);
            int count = trace.clocks().get(row, number) - (thread == event.thread() ? 1 : 0);
            if (count > 0) {
                clock.put(thread, count);
                name += SplitMix.next(threads.get(thread).names.get(count - 1));
            }
        }
        own.names.add(SplitMix.next(name));
        own.clocks.add(clock);
        own.alternatives.add(event.alternative());
    }

    private Beginning beginning(Map<Integer, Integer> counts, Event next, Integer alternative) {
        Map<Integer, Long> last = new HashMap<>();
        counts.forEach(
                (thread, count) -> last.put(thread, threads.get(thread).names.get(count - 1)));
        return new Beginning(counts, last, next.thread(), counts.getOrDefault(next.thread(), 0), alternative);
    }

    /** A number for the class of the trace: the same for two of one class, another one for another class, but for chance. */
    public long classNumber() {
        long sum = outcome;
        for (Past past : threads.values()) {
            sum += SplitMix.next(past.names.get(past.names.size() - 1));
        }
        return sum;
    }

    /** The names of all events. */
    public Iterable<Long> names() {
        return () ->
                threads.values().stream().flatMap(past -> past.names.stream()).iterator();
    }

    /** Whether a trace of the same class begins so. */
    public boolean beginsWith(Beginning beginning) {
        for (Map.Entry<Integer, Long> last : beginning.names.entrySet()) {
            Past past = threads.get(last.getKey());
            int count = beginning.counts.get(last.getKey());
            if (past == null || past.names.size() < count || !last.getValue().equals(past.names.get(count - 1))) {
                return false;
            }
        }
        Past own = threads.get(beginning.thread);
        return own != null
                && own.names.size() > beginning.index
                && (beginning.alternative == null
                        || beginning.alternative.equals(own.alternatives.get(beginning.index)))
                && own.clocks.get(beginning.index).entrySet().stream()
                        .allMatch(before -> before.getValue() <= beginning.counts.getOrDefault(before.getKey(), 0));
    }
}

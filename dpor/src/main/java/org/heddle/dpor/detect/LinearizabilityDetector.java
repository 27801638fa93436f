package org.heddle.dpor.detect;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import org.heddle.dpor.detect.finding.Detector;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.detect.finding.FindingBuilder;
import org.heddle.dpor.detect.finding.Kind;
import org.heddle.dpor.detect.finding.Message;
import org.heddle.dpor.detect.finding.SyncState;
import org.heddle.dpor.history.Call;
import org.heddle.dpor.history.Consistency;
import org.heddle.dpor.history.Histories;
import org.heddle.dpor.history.History;
import org.heddle.dpor.history.Said;
import org.heddle.dpor.history.SerialHistories;
import org.heddle.dpor.history.SerialHistories.State;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;

/**
 * Histories that are not linearizable, or less than what was asked for ({@link Consistency}): no order of their calls, each in one go,
 * gives their results and has, for linearizability, a call that had ended before
 * another one began before that one. Where the object has a specification, the execution itself says whether it allows the history. The
 * cause tells the history, so that a schedule that is run again shows the same one or none.
 */
final class LinearizabilityDetector implements Detector {
    private static final String CAUSE = "history-";

    private final BiPredicate<Execution, History> isWrong;
    private final BiFunction<Execution, History, Message> words;

    private LinearizabilityDetector(
            BiPredicate<Execution, History> isWrong, BiFunction<Execution, History, Message> words) {
        this.isWrong = isWrong;
        this.words = words;
    }

    /** Compares with these, once they are known. */
    static Detector comparing(SerialHistories serial) {
        return new LinearizabilityDetector(
                (execution, history) -> Histories.isSpecified(execution, history.object())
                        ? Histories.unexplained(execution, history).isPresent()
                        : serial.state() == State.KNOWN && !serial.explains(asFarAsItCame(execution, history)),
                (execution, history) -> Message.of(
                        "%s; %s",
                        message(execution, history, serial.consistency()),
                        Histories.unexplained(execution, history)
                                .map(places -> allowed(execution, history, places))
                                .orElseGet(() -> nearest(serial, history))));
    }

    /** A call that waits for good has had no effect, one that the end of the process has cut off may have had. */
    private static History asFarAsItCame(Execution execution, History history) {
        return execution.outcome() == Outcome.EXITED ? history : history.ended();
    }

    /** Looks again for the history of a finding with this cause, which is told in this sense. */
    static Detector remembering(String cause, Consistency consistency) {
        return new LinearizabilityDetector(
                (execution, history) -> cause(history).equals(cause),
                (execution, history) -> message(execution, history, consistency));
    }

    /** Looks for the history of this finding again. */
    static Detector remembering(Finding finding) {
        return new LinearizabilityDetector(
                (execution, history) -> cause(history).equals(finding.cause()),
                (execution, history) -> finding.message());
    }

    @Override
    public List<Finding> detect(Execution execution) {
        boolean isOver = execution.outcome() == Outcome.EXITED || Histories.areStuck(execution);
        if (!isOver || !Histories.areIn(execution)) {
            return List.of();
        }
        List<Finding> findings = new ArrayList<>();
        for (History history : Histories.of(execution)) {
            if (isWrong.test(execution, history)) {
                findings.add(finding(execution, history));
            }
        }
        return findings;
    }

    private static String cause(History history) {
        return "%s%08x".formatted(CAUSE, (int) history.digest());
    }

    private Finding finding(Execution execution, History history) {
        FindingBuilder builder = new FindingBuilder(execution, SyncState.atEndOf(execution));
        history.calls().stream().map(Call::thread).distinct().forEach(builder::thread);
        for (Call call : history.calls()) {
            builder.site(call.site()).related(call.begin());
            if (!call.isPending()) {
                builder.related(call.end());
            }
        }
        return builder.build(Kind.LINEARIZABILITY, cause(history), words.apply(execution, history));
    }

    private static Message message(Execution execution, History history, Consistency consistency) {
        Map<Long, String> texts = Histories.texts(execution);
        String words = Histories.isSpecified(execution, history.object())
                ? "%s: the specification allows no order of the operations with these results: %s"
                : "%s: one at a time, in no order do the operations give these results: %s";
        return Message.of(words, consistency.words(), all(history.calls(), texts));
    }

    private static Message allowed(Execution execution, History history, List<Integer> places) {
        List<Call> calls = places.stream().map(history.calls()::get).toList();
        return calls.isEmpty()
                ? Message.of("it allows none of them to come first")
                : Message.of("it allows at most %s", all(calls, Histories.texts(execution)));
    }

    private static Message all(List<Call> calls, Map<Long, String> texts) {
        return joined(calls.stream()
                .map(call -> words(Said.of(call), call.isPending() ? "…" : text(texts, call.response()), texts))
                .toList());
    }

    private static Message nearest(SerialHistories serial, History history) {
        Map<Long, String> texts = serial.texts();
        List<Message> calls = serial.nearest(history).stream()
                .map(said -> words(said, text(texts, said.response()), texts))
                .toList();
        return calls.isEmpty()
                ? Message.of("one at a time, not all of them come to an end in any order")
                : Message.of("the nearest order gives %s", joined(calls));
    }

    private static Message words(Said said, String result, Map<Long, String> texts) {
        return Message.of("%s: %s → %s", Message.thread(said.thread()), text(texts, said.invocation()), result);
    }

    private static String text(Map<Long, String> texts, long hash) {
        return texts.getOrDefault(hash, "?");
    }

    private static Message joined(List<Message> calls) {
        return Message.joined(", ", calls);
    }
}

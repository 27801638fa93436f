package org.heddle.cli.report;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.heddle.cli.report.AddressResolver.Role;
import org.heddle.dpor.detect.Finding;
import org.heddle.dpor.detect.Finding.HeldLock;
import org.heddle.dpor.detect.Finding.InvolvedThread;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Execution;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.PendingOperation;
import org.heddle.dpor.model.Race;
import org.heddle.dpor.model.ThreadInfo;

/** Puts a finding into words, with the execution that shows it. */
public final class FindingWriter {
    private final AddressResolver resolver;

    /** A writer that gets its names there. */
    public FindingWriter(AddressResolver resolver) {
        this.resolver = resolver;
    }

    /**
     * Puts a finding into words.
     *
     * @param count how many executions showed it
     * @param replays whether the execution came out the same when it was run again
     * @throws InterruptedException if the thread is interrupted
     */
    public ReportedFinding write(Finding finding, Execution execution, long count, boolean replays)
            throws InterruptedException {
        Wording wording = new Wording(execution, resolver.resolve(addresses(finding, execution)));
        AddressNames names = wording.names();
        List<Location> places = finding.sites().stream().map(names::location).toList();
        Location first = places.stream().filter(Location::isKnown).findFirst().orElse(Location.UNKNOWN);
        return new ReportedFinding(
                finding.kind().ruleId(),
                finding.cause(),
                wording.message(finding.message()),
                first,
                fingerprint(finding, places),
                finding.preemptions(),
                count,
                threads(finding, execution, wording),
                trace(finding, execution, wording),
                "",
                replays,
                output(execution));
    }

    private static Map<Long, Role> addresses(Finding finding, Execution execution) {
        Map<Long, Role> roles = new HashMap<>();
        finding.sites().forEach(site -> put(roles, site, Role.SITE));
        Wording.placesIn(finding.message()).forEach(site -> put(roles, site, Role.SITE));
        execution.notes().forEach(note -> put(roles, note.site(), Role.SITE));
        execution.events().forEach(event -> put(roles, event.operation()));
        execution.pending().forEach(pending -> put(roles, pending.operation()));
        for (Race race : execution.races()) {
            put(roles, race.first().site(), Role.SITE);
            put(roles, race.second().site(), Role.SITE);
            put(roles, race.range().address(), Role.DATA);
        }
        execution.threads().forEach(thread -> put(roles, thread.startRoutine(), Role.FUNCTION));
        return roles;
    }

    private static void put(Map<Long, Role> roles, Operation operation) {
        put(roles, operation.site(), Role.SITE);
        if (Dependence.hasMutex(operation.kind()) || operation.secondSize() > 0) {
            put(roles, operation.object2(), Role.DATA);
        }
        if (Wording.usesAddress(operation.kind())) {
            put(roles, operation.object(), Role.DATA);
        }
    }

    private static void put(Map<Long, Role> roles, long address, Role role) {
        if (address != 0) {
            roles.putIfAbsent(address, role);
        }
    }

    /** Of the words that stay the same when the program is built again, not of addresses. */
    private static String fingerprint(Finding finding, List<Location> places) {
        StringBuilder text =
                new StringBuilder(finding.kind().ruleId()).append('|').append(finding.cause());
        for (Location place : places) {
            text.append('|').append(place.brief()).append('|').append(place.function());
        }
        if (places.isEmpty()) {
            text.append('|').append(finding.message());
        }
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest(text.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, 16);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }

    private static List<TraceLine> trace(Finding finding, Execution execution, Wording wording) {
        List<TraceLine> lines = new ArrayList<>();
        for (int step = 0; step < execution.events().size(); step++) {
            Event event = execution.events().get(step);
            lines.add(new TraceLine(
                    step,
                    wording.thread(event.thread()),
                    wording.event(event),
                    wording.location(event.operation()),
                    finding.related().contains(step)));
        }
        return List.copyOf(lines);
    }

    private static List<ThreadState> threads(Finding finding, Execution execution, Wording wording) {
        Map<Integer, Operation> pending = new HashMap<>();
        for (PendingOperation operation : execution.pending()) {
            pending.put(operation.thread(), operation.operation());
        }
        Map<Integer, List<String>> held = new HashMap<>();
        for (InvolvedThread involved : finding.threads()) {
            held.put(involved.thread(), holds(involved, wording));
        }
        List<ThreadState> states = new ArrayList<>();
        for (ThreadInfo info : execution.threads()) {
            Operation next = pending.get(info.id());
            if (next == null && !held.containsKey(info.id())) {
                continue; // it has finished and has no part in the bug
            }
            states.add(new ThreadState(
                    wording.thread(info.id()),
                    wording.routine(info.id()),
                    next == null ? "" : wording.operation(next),
                    next == null ? Location.UNKNOWN : wording.location(next),
                    held.getOrDefault(info.id(), List.of())));
        }
        return List.copyOf(states);
    }

    private static List<String> holds(InvolvedThread thread, Wording wording) {
        List<String> holds = new ArrayList<>();
        for (HeldLock lock : thread.held()) {
            String place = wording.names().location(lock.site()).brief();
            holds.add(wording.object(lock.mutex()) + (place.isEmpty() ? "" : ", locked at " + place));
        }
        return holds;
    }

    private static String output(Execution execution) {
        return new String(execution.stdout(), StandardCharsets.UTF_8)
                + new String(execution.stderr(), StandardCharsets.UTF_8);
    }
}

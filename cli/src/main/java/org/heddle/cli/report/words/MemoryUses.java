package org.heddle.cli.report.words;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.heddle.cli.report.MemoryUse;
import org.heddle.cli.report.OtherUse;
import org.heddle.cli.report.RacingAccesses;
import org.heddle.cli.report.names.Stacks;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.detect.finding.Finding.HeldLock;
import org.heddle.dpor.detect.finding.Finding.RacingPair;
import org.heddle.dpor.detect.finding.Kind;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.MemoryRange;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.execution.CallStack;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Note;
import org.heddle.dpor.model.execution.Race;
import org.heddle.dpor.model.execution.Race.Access;

/** What was done to the memory that a finding is about, in the words of one execution. */
final class MemoryUses {
    private final Execution execution;
    private final Wording wording;
    private final Stacks stacks;

    MemoryUses(Execution execution, Wording wording, Stacks stacks) {
        this.execution = execution;
        this.wording = wording;
        this.stacks = stacks;
    }

    /** The accesses of a race. */
    RacingAccesses pair(RacingPair pair) {
        Race race = pair.race();
        return new RacingAccesses(
                access(race.first(), locks(pair, pair.heldByFirst())),
                access(race.second(), locks(pair, pair.heldBySecond())),
                pair.missing());
    }

    private List<String> locks(RacingPair pair, List<HeldLock> held) {
        return pair.missing().equals(RacingPair.LOCKS_UNKNOWN) ? List.of(RacingPair.SOME_LOCKS) : wording.locks(held);
    }

    private MemoryUse access(Access access, List<String> locks) {
        Optional<CallStack> stack = stacks.ofAccess(access);
        int step = stepOf(access);
        OptionalLong value = access.isEnd()
                ? OptionalLong.empty()
                : stack.isPresent() ? stack.get().value() : valueOf(step);
        MemoryUse use = use(
                kind(access),
                access.thread(),
                value,
                stack.map(found -> found.memory().size()).orElseGet(() -> sizeOf(step)),
                locks,
                access.site(),
                stack.isPresent() ? stack : stacks.ofEvent(step));
        return step < 0 ? use.withAfter(stepBefore(access.thread(), access.clock())) : use;
    }

    private String kind(Access access) {
        boolean isCall = wording.isCall(access.site());
        if (access.isEnd()) {
            return isCall ? "free" : "leave";
        }
        String kind = access.isWrite() ? "write" : "read";
        return !access.isAtomic() ? kind : isCall ? "use" : "atomic-" + kind;
    }

    /** The step that is so many of the thread's own, or −1 if there is none. */
    private int stepBefore(int thread, int clock) {
        int left = clock;
        for (int step = 0; step < execution.events().size(); step++) {
            if (execution.events().get(step).thread() == thread && --left == 0) {
                return step;
            }
        }
        return -1;
    }

    /** The event that the access is, or −1 if it is none. */
    private int stepOf(Access access) {
        int left = access.clock();
        for (int step = 0; step < execution.events().size(); step++) {
            Event event = execution.events().get(step);
            if (event.thread() == access.thread() && left-- == 0) {
                return event.operation().site() == access.site() ? step : -1;
            }
        }
        return -1;
    }

    private long sizeOf(int step) {
        return step < 0 ? 0 : execution.events().get(step).operation().size();
    }

    private OptionalLong valueOf(int step) {
        if (step < 0) {
            return OptionalLong.empty();
        }
        Event event = execution.events().get(step);
        boolean isNumber = event.operation().size() <= Long.BYTES
                && Long.bitCount(event.operation().size()) == 1;
        boolean updates = event.operation().kind() == OperationKind.ATOMIC_RMW;
        return isNumber ? OptionalLong.of(updates ? event.result() : event.value()) : OptionalLong.empty();
    }

    /** How memory was misused, and who allocated and freed it. */
    List<MemoryUse> misuse(Finding finding) {
        List<MemoryUse> uses = new ArrayList<>();
        if (finding.race().isPresent() || finding.memory().isEmpty()) {
            return uses;
        }
        long address = finding.memory().get(0).address();
        int thread = finding.threads().get(0).thread();
        for (long site : finding.sites()) {
            Optional<CallStack> accessed = stacks.ofAccess(thread, site, address);
            Optional<CallStack> stack = accessed.isPresent() ? accessed : ofEvent(finding, thread, site);
            String kind = finding.kind() == Kind.DOUBLE_FREE ? "freed-again" : "access";
            stack.map(found -> use(kind, thread, OptionalLong.empty(), 0, List.of(), site, Optional.of(found)))
                    .map(use -> accessed.isPresent()
                            ? use.withAfter(stepBefore(thread, accessed.get().number()))
                            : use)
                    .ifPresent(uses::add);
        }
        invalidFree(thread, address).ifPresent(uses::add);
        Optional<CallStack> allocated = stacks.ofBlock(CallStack.Kind.ALLOCATED, address);
        allocated.ifPresent(found -> uses.add(block("allocated", found)));
        stacks.ofBlock(CallStack.Kind.FREED, address)
                .filter(found -> finding.kind() == Kind.USE_AFTER_FREE || finding.kind() == Kind.DOUBLE_FREE)
                .filter(found -> allocated.isEmpty()
                        || isSame(found.memory(), allocated.get().memory()))
                .ifPresent(found -> uses.add(block("freed", found)));
        return List.copyOf(uses);
    }

    /** A free of what is no block, which is no step. */
    private Optional<MemoryUse> invalidFree(int thread, long address) {
        return execution.notes().stream()
                .filter(note ->
                        note.kind() == Note.Kind.INVALID_FREE && note.thread() == thread && note.object() == address)
                .findFirst()
                .map(note -> use(
                                MemoryUse.INVALID_FREE,
                                thread,
                                OptionalLong.empty(),
                                0,
                                List.of(),
                                note.site(),
                                Optional.empty())
                        .withAfter(lastBefore(thread, note.step())));
    }

    /** The last step of a thread before this one, or −1 if there is none. */
    private int lastBefore(int thread, int end) {
        int step = Math.min(end, execution.events().size()) - 1;
        while (step >= 0 && execution.events().get(step).thread() != thread) {
            step--;
        }
        return step;
    }

    /** This finding as one more use of what another one is about; of a race, its later access. */
    OtherUse other(Finding finding) {
        int thread = finding.threads().get(0).thread();
        Optional<Access> later = finding.race().map(pair -> pair.race().second());
        long site = later.map(Access::site).orElseGet(() -> finding.sites().get(0));
        Optional<CallStack> accessed = later.isPresent()
                ? stacks.ofAccess(later.get())
                : stacks.ofAccess(thread, site, finding.memory().get(0).address());
        Optional<CallStack> stack = accessed.isPresent() ? accessed : ofEvent(finding, thread, site);
        boolean isOtherOrder = later.isPresent() && later.get().isEnd();
        return new OtherUse(
                finding.kind().ruleId(),
                finding.cause(),
                (isOtherOrder ? "in the other order a " : "") + wording.message(finding.message()),
                wording.thread(thread),
                wording.routine(thread),
                wording.own().caller(wording.names().location(site), stack),
                stack.map(found -> Stacks.calls(found, wording.names())).orElse(List.of()));
    }

    private static boolean isSame(MemoryRange a, MemoryRange b) {
        return a.address() == b.address();
    }

    private Optional<CallStack> ofEvent(Finding finding, int thread, long site) {
        return finding.related().stream()
                .filter(step -> step < execution.events().size()
                        && execution.events().get(step).thread() == thread
                        && execution.events().get(step).operation().site() == site)
                .findFirst()
                .flatMap(stacks::ofEvent);
    }

    private MemoryUse block(String kind, CallStack stack) {
        return use(kind, stack.thread(), OptionalLong.empty(), 0, List.of(), stack.site(), Optional.of(stack))
                .withAfter(stepBefore(stack.thread(), stack.number()));
    }

    private MemoryUse use(
            String kind,
            int thread,
            OptionalLong value,
            long size,
            List<String> holds,
            long site,
            Optional<CallStack> stack) {
        return new MemoryUse(
                kind,
                wording.thread(thread),
                wording.routine(thread),
                value.isPresent() ? Long.toString(value.getAsLong()) : "",
                value.isPresent()
                        ? ValueText.of(value.getAsLong(), size, wording.names().location(site))
                        : "",
                holds,
                wording.own().caller(wording.names().location(site), stack),
                stack.map(found -> Stacks.calls(found, wording.names())).orElse(List.of()),
                MemoryUse.IS_STEP);
    }
}

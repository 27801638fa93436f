package org.heddle.cli.report.words;

import java.util.ArrayList;
import java.util.List;
import org.heddle.cli.report.AwaitedMemory;
import org.heddle.cli.report.NumberText;
import org.heddle.cli.report.names.Location;
import org.heddle.dpor.model.execution.CallStack;
import org.heddle.dpor.model.execution.CallStack.Kind;
import org.heddle.dpor.model.execution.Execution;

/** What threads looked at before they began to wait for good, in words. */
final class AwaitedMemories {
    private final List<CallStack> stacks;
    private final Wording wording;

    AwaitedMemories(Execution execution, Wording wording) {
        stacks = execution.stacks();
        this.wording = wording;
    }

    /** That of a thread, in the order in which it looked. */
    List<AwaitedMemory> of(int thread) {
        List<AwaitedMemory> all = new ArrayList<>();
        for (int k = 0; k < stacks.size(); k++) {
            CallStack read = stacks.get(k);
            if (read.kind() == Kind.AWAITED && read.thread() == thread) {
                boolean isWritten = k + 1 < stacks.size() && stacks.get(k + 1).kind() == Kind.LAST_WRITE;
                all.add(isWritten ? written(read, stacks.get(k + 1)) : memory(read, "", Location.UNKNOWN));
            }
        }
        return List.copyOf(all);
    }

    private AwaitedMemory written(CallStack read, CallStack write) {
        return memory(read, wording.fullThread(write.thread()), wording.own().ofSite(write.site(), write.thread()));
    }

    private AwaitedMemory memory(CallStack read, String writer, Location written) {
        return new AwaitedMemory(
                wording.object(read.memory().address()),
                shown(read),
                wording.own().ofSite(read.site(), read.thread()),
                writer,
                written);
    }

    private String shown(CallStack read) {
        long value = read.value().orElse(0);
        int size = (int) read.memory().size();
        String type = wording.names().location(read.site()).type();
        return type.isEmpty() || type.equals("u") ? number(value, size) : ValueText.of(value, size, type);
    }

    /** A number of so many bytes, without a sign; where the highest bit is set, also with one: a counter may have wrapped. */
    private static String number(long value, int size) {
        int unused = Long.SIZE - Byte.SIZE * size;
        long signed = value << unused >> unused;
        String shown = NumberText.of(value);
        return signed < 0 && size >= Integer.BYTES && shown.length() < 12 ? shown + " (" + signed + ")" : shown;
    }
}

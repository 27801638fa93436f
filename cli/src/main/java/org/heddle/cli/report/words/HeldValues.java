package org.heddle.cli.report.words;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.heddle.cli.report.HeldValue;
import org.heddle.cli.report.names.Location;
import org.heddle.dpor.model.execution.CallStack;
import org.heddle.dpor.model.execution.CallStack.Kind;
import org.heddle.dpor.model.execution.Execution;

/** What the parts of an assertion held that failed in an execution, in words. */
final class HeldValues {
    private HeldValues() {}

    /** Those, in the order of the expression; what was read twice with one value is told once. */
    static List<HeldValue> of(Execution execution, Wording wording) {
        List<CallStack> stacks = execution.stacks();
        List<HeldValue> all = new ArrayList<>();
        for (int k = 0; k < stacks.size(); k++) {
            CallStack part = stacks.get(k);
            if (part.kind() == Kind.OPERAND) {
                boolean isWritten = k + 1 < stacks.size() && stacks.get(k + 1).kind() == Kind.LAST_WRITE;
                all.add(isWritten ? written(part, stacks.get(k + 1), wording) : unwritten(part, wording));
            }
        }
        return all.stream().distinct().toList();
    }

    private static HeldValue written(CallStack part, CallStack write, Wording wording) {
        String value = text(part, part.value(), wording);
        String now = write.value().isPresent() ? text(part, write.value(), wording) : value;
        return new HeldValue(
                wording.names().location(part.site()).name(),
                value,
                now.equals(value) ? "" : now,
                true,
                wording.fullThread(write.thread()),
                wording.own().ofSite(write.site(), write.thread()));
    }

    private static HeldValue unwritten(CallStack part, Wording wording) {
        return new HeldValue(
                wording.names().location(part.site()).name(),
                text(part, part.value(), wording),
                "",
                part.memory().address() != 0,
                "",
                Location.UNKNOWN);
    }

    private static String text(CallStack part, OptionalLong value, Wording wording) {
        String type = wording.names().location(part.site()).type();
        return ValueText.of(value.orElse(0), (int) part.memory().size(), type);
    }
}

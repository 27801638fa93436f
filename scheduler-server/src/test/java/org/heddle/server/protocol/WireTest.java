package org.heddle.server.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.heddle.dpor.explore.plan.Policy;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.MemoryOrder;
import org.heddle.dpor.model.ObjectFamily;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.execution.CallStack;
import org.heddle.dpor.model.execution.Misuse;
import org.heddle.dpor.model.execution.Note;
import org.heddle.dpor.model.execution.Outcome;
import org.heddle.dpor.model.execution.ReadyWords;
import org.heddle.server.protocol.message.DivergenceReason;
import org.heddle.server.protocol.message.Failing;
import org.heddle.server.protocol.message.Failures;
import org.heddle.server.protocol.message.Fallback;
import org.heddle.server.protocol.message.MachineChange;
import org.heddle.server.protocol.message.PointsMode;
import org.heddle.server.protocol.message.ResolvedKind;
import org.heddle.server.protocol.message.RunFlag;
import org.heddle.server.protocol.message.TimeoutsMode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The codec and the model agree with {@code wire.h}, which is the protocol's definition. */
final class WireTest {
    private static WireHeader header;

    @BeforeAll
    static void readHeader() throws Exception {
        header = WireHeader.read();
    }

    @ParameterizedTest
    @CsvSource({
        "heddle_frame, Frame",
        "heddle_hello, Hello",
        "heddle_debuggee, Debuggee",
        "heddle_broken, Broken",
        "heddle_event, Event",
        "heddle_step, Step",
        "heddle_plan, Plan",
        "heddle_weight, Weight",
        "heddle_requirement, Requirement",
        "heddle_thread_info, ThreadInfo",
        "heddle_note, Note",
        "heddle_range, Range",
        "heddle_touch, Touch",
        "heddle_race, Race",
        "heddle_stack, Stack",
        "heddle_result, Result",
        "heddle_resolved, Resolved"
    })
    void struct_hasTheOffsetsAndSizeOfItsLayout(String struct, String layout) throws Exception {
        Map<String, Integer> offsets = new TreeMap<>();
        for (Field field : Class.forName(Wire.class.getName() + "$" + layout).getDeclaredFields()) {
            if (field.getType() == int.class) {
                offsets.put(field.getName(), field.getInt(null));
            }
        }
        assertEquals(new TreeMap<>(header.structs().get(struct)), offsets);
    }

    @Test
    void everyStruct_hasALayout() {
        assertEquals(17, header.structs().size(), header.structs().keySet().toString());
    }

    @Test
    void everyEnum_hasTheCodesOfItsModel() {
        check("heddle_frame_type", "", FrameType.values(), FrameType::code);
        check("heddle_outcome", "", Outcome.values(), Outcome::code);
        check("heddle_note_kind", "NOTE_", Note.Kind.values(), Note.Kind::code);
        check("heddle_family", "FAMILY_", ObjectFamily.values(), ObjectFamily::code);
        check("heddle_fault", "FAULT_", Misuse.Fault.values(), Misuse.Fault::code);
        check("heddle_note_access", "ACCESS_", Note.Access.values(), Note.Access::code);
        check("heddle_stack_kind", "STACK_", CallStack.Kind.values(), CallStack.Kind::code);
        check("heddle_points", "POINTS_", PointsMode.values(), PointsMode::code);
        check("heddle_policy", "POLICY_", Policy.Kind.values(), Policy.Kind::code);
        check("heddle_divergence", "DIVERGED_", DivergenceReason.values(), DivergenceReason::code);
        check("heddle_resolved_kind", "RESOLVED_", ResolvedKind.values(), ResolvedKind::code);
        check("heddle_fallback", "FALLBACK_", Fallback.values(), Fallback::code);
        check("heddle_timeouts", "TIMEOUTS_", TimeoutsMode.values(), TimeoutsMode::code);
        check("heddle_machine", "MACHINE_", MachineChange.values(), MachineChange::code);
        check("heddle_failing", "FAILING_", Failing.values(), Failing::code);
        assertEquals(15, header.enums().size(), header.enums().keySet().toString());
    }

    private static <E extends Enum<E>> void check(String name, String prefix, E[] values, ToIntFunction<E> code) {
        Map<String, Integer> modelled =
                Arrays.stream(values).collect(Collectors.toMap(value -> prefix + value.name(), code::applyAsInt));
        assertEquals(new TreeMap<>(header.enums().get(name)), new TreeMap<>(modelled), name);
    }

    @Test
    void everyDefine_hasItsConstant() {
        Map<String, Integer> constants = new TreeMap<>(Map.of(
                "SPINS", (int) OperationKind.SPINS,
                "KERNEL_OBJECT", (int) OperationKind.KERNEL_OBJECT,
                "WIRE_VERSION", Wire.VERSION,
                "MAX_FRAME", Wire.MAX_FRAME,
                "NO_ALTERNATIVE", Wire.NO_ALTERNATIVE,
                "HELLO_INSTRUMENTED", Wire.HELLO_INSTRUMENTED,
                "PLAN_KEEP_OUTPUT", Wire.PLAN_KEEP_OUTPUT,
                "PLAN_CAUTIOUS", Wire.PLAN_CAUTIOUS,
                "ALT_TIMEOUT", Event.TIMEOUT,
                "DEADLINE_ANY", OperationKind.DEADLINE_ANY));
        constants.put("HELLO_OTHER_VERSION", Wire.HELLO_OTHER_VERSION);
        constants.put("GIVES_AGAIN", (int) OperationKind.GIVES_AGAIN);
        constants.put("TIMES_OUT", (int) OperationKind.TIMES_OUT);
        constants.put("OWN_THREAD", (int) OperationKind.OWN_THREAD);
        constants.put("ADDS", (int) OperationKind.ADDS);
        constants.put("MARKS", (int) OperationKind.MARKS);
        constants.put("PLAN_MARKING", Wire.PLAN_MARKING);
        constants.put("PLAN_ALIKE", Wire.PLAN_ALIKE);
        constants.put("PLAN_IN_TURN", Wire.PLAN_IN_TURN);
        constants.put("CANCELLED", OperationKind.CANCELLED);
        constants.put("KILLED", OperationKind.KILLED);
        constants.put("PLAN_COUNTING", Wire.PLAN_COUNTING);
        constants.put("FORKS", (int) OperationKind.FORKS);
        constants.put("ENDS", (int) OperationKind.ENDS);
        constants.put("RUNS", (int) OperationKind.RUNS);
        constants.put("LATE", (int) OperationKind.LATE);
        constants.put("PLAN_DEBUG", Wire.PLAN_DEBUG);
        constants.put("PLAN_IN_PROCESS", Wire.PLAN_IN_PROCESS);
        constants.put("IN_PROCESS_AGAIN", Wire.IN_PROCESS_AGAIN);
        for (RunFlag flag : RunFlag.values()) {
            constants.put("PLAN_" + flag, flag.bit());
        }
        constants.put("PLAN_CYCLES", Wire.PLAN_CYCLES);
        constants.put("PLAN_SOURCES", Wire.PLAN_SOURCES);
        constants.put("PLAN_LATE_EXIT", Wire.PLAN_LATE_EXIT);
        constants.put("FAILING_KINDS", Failing.values().length);
        constants.put("FAILING_BITS", Failures.BITS);
        constants.put("FAILS", (int) OperationKind.FAILS);
        constants.put("FAILS_SHORT", OperationKind.FAILS_SHORT);
        constants.put("PLAN_SERIAL", Wire.PLAN_SERIAL);
        constants.put("PLAN_DRAWS_LATE", Wire.PLAN_DRAWS_LATE);
        constants.put("PLAN_OLDER", Wire.PLAN_OLDER);
        constants.put("READY_BITS", ReadyWords.BITS);
        constants.put("ANNOUNCED", (int) OperationKind.ANNOUNCED);
        constants.put("ORDER_OWN", orders(MemoryOrder.OWN));
        constants.put("ORDER_LOOK", orders(MemoryOrder.LOOK));
        constants.put("ORDER_CLAIMED", Operation.CLAIMED);
        constants.put("CLAIMS_OBJECT", (int) OperationKind.CLAIMS_OBJECT);
        constants.putAll(Map.of(
                "RACE_REPORTED", Wire.RACE_REPORTED,
                "RACE_INVISIBLE", Wire.RACE_INVISIBLE,
                "RACE_FIRST_WRITES", Wire.RACE_FIRST_WRITES,
                "RACE_SECOND_WRITES", Wire.RACE_SECOND_WRITES,
                "RACE_FIRST_ATOMIC", Wire.RACE_FIRST_ATOMIC,
                "RACE_SECOND_ATOMIC", Wire.RACE_SECOND_ATOMIC,
                "RACE_FIRST_ENDS", Wire.RACE_FIRST_ENDS,
                "RACE_SECOND_ENDS", Wire.RACE_SECOND_ENDS));
        constants.putAll(Map.of(
                "PLAN_DESCRIBE", Wire.PLAN_DESCRIBE,
                "STACK_HAS_VALUE", Wire.STACK_HAS_VALUE,
                "STACK_DEPTH", Wire.STACK_DEPTH));
        constants.putAll(Map.of(
                "PLAN_WHOLE_SECTIONS", Wire.PLAN_WHOLE_SECTIONS,
                "EVENT_WHOLE", Wire.EVENT_WHOLE,
                "EVENT_EVERYTHING", Wire.EVENT_EVERYTHING,
                "TOUCH_READ", Wire.TOUCH_READ,
                "TOUCH_WRITE", Wire.TOUCH_WRITE,
                "TOUCH_SECTION", Wire.TOUCH_SECTION,
                "TOUCH_EVERYTHING", Wire.TOUCH_EVERYTHING,
                "TOUCH_ORDINARY", Wire.TOUCH_ORDINARY));
        assertEquals(new TreeMap<>(header.defines()), constants);
    }

    private static int orders(MemoryOrder order) {
        return new Operation(OperationKind.ATOMIC_LOAD, 0, 0, 0, order, 0).orders();
    }
}

package org.heddle.server.protocol;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.heddle.dpor.model.MemoryRange;
import org.heddle.dpor.model.execution.CallStack;
import org.heddle.server.protocol.message.ProtocolException;

/** The call stacks in a RESULT. */
final class StackCodec {
    private StackCodec() {}

    static List<CallStack> decode(ByteBuffer body, int start, int count) throws ProtocolException {
        if (count == 0) {
            return List.of();
        }
        List<CallStack> stacks = new ArrayList<>(count);
        for (int at = start; at < start + count * Wire.Stack.SIZE; at += Wire.Stack.SIZE) {
            stacks.add(decode(body, at));
        }
        return List.copyOf(stacks);
    }

    private static CallStack decode(ByteBuffer body, int at) throws ProtocolException {
        int depth = body.getInt(at + Wire.Stack.DEPTH);
        if (depth < 0 || depth > Wire.STACK_DEPTH) {
            throw new ProtocolException("RESULT with a call stack of " + Integer.toUnsignedString(depth) + " frames");
        }
        List<Long> frames = new ArrayList<>(depth);
        for (int i = 0; i < depth; i++) {
            frames.add(body.getLong(at + Wire.Stack.FRAMES + i * Long.BYTES));
        }
        boolean hasValue = (body.getInt(at + Wire.Stack.FLAGS) & Wire.STACK_HAS_VALUE) != 0;
        return new CallStack(
                kind(body.getInt(at + Wire.Stack.KIND)),
                body.getInt(at + Wire.Stack.THREAD),
                body.getInt(at + Wire.Stack.NUMBER),
                new MemoryRange(body.getLong(at + Wire.Stack.ADDRESS), body.getLong(at + Wire.Stack.LENGTH)),
                body.getLong(at + Wire.Stack.SITE),
                hasValue ? OptionalLong.of(body.getLong(at + Wire.Stack.VALUE)) : OptionalLong.empty(),
                List.copyOf(frames));
    }

    private static CallStack.Kind kind(int code) throws ProtocolException {
        try {
            return CallStack.Kind.ofCode(code);
        } catch (IllegalArgumentException unknown) {
            throw new ProtocolException(
                    "RESULT with a call stack of the unknown kind " + Integer.toUnsignedString(code));
        }
    }

    static void encode(ByteBuffer out, CallStack stack) {
        int start = out.position();
        out.putInt(stack.kind().code()).putInt(stack.thread());
        out.putInt(stack.number()).putInt(stack.frames().size());
        out.putInt(stack.value().isPresent() ? Wire.STACK_HAS_VALUE : 0).putInt(0);
        out.putLong(stack.memory().address()).putLong(stack.memory().size());
        out.putLong(stack.site()).putLong(stack.value().orElse(0));
        stack.frames().forEach(out::putLong);
        while (out.position() < start + Wire.Stack.SIZE) {
            out.putLong(0);
        }
    }
}

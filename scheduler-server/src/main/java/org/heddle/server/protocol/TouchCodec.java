package org.heddle.server.protocol;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.MemoryRange;
import org.heddle.dpor.model.Section;
import org.heddle.dpor.model.WholeSections;
import org.heddle.server.protocol.message.ProtocolException;

/** What critical sections touch that are executed in one go, in a PLAN of those asleep, in a RESULT of those executed. */
final class TouchCodec {
    private TouchCodec() {}

    /** How many records tell of these events. */
    static long count(List<Event> events) {
        long count = 0;
        for (Event event : events) {
            count += event.section() == null ? 0 : 1 + event.section().touches().size();
        }
        return count;
    }

    static void encode(ByteBuffer out, List<Event> events) {
        for (int k = 0; k < events.size(); k++) {
            Section section = events.get(k).section();
            if (section != null) {
                put(out, k, section.isEverything() ? Wire.TOUCH_EVERYTHING : Wire.TOUCH_SECTION, 0, 0);
                for (Section.Touch touch : section.touches()) {
                    int kind = touch.writes() ? Wire.TOUCH_WRITE : Wire.TOUCH_READ;
                    put(out, k, kind, touch.range().address(), touch.range().size());
                }
            }
        }
    }

    /** The mutexes whose sections are ordinary. */
    static void encode(ByteBuffer out, WholeSections sections) {
        sections.ordinary().stream().sorted().forEach(mutex -> put(out, 0, Wire.TOUCH_ORDINARY, mutex, 0));
    }

    private static void put(ByteBuffer out, int event, int kind, long address, long length) {
        out.putInt(event).putInt(kind).putLong(address).putLong(length);
    }

    /** The mutexes whose sections are ordinary. */
    static Set<Long> ordinary(ByteBuffer in, int start, int count) {
        Set<Long> mutexes = new HashSet<>();
        for (int at = start; at < start + count * Wire.Touch.SIZE; at += Wire.Touch.SIZE) {
            if (in.getInt(at + Wire.Touch.KIND) == Wire.TOUCH_ORDINARY) {
                mutexes.add(in.getLong(at + Wire.Touch.ADDRESS));
            }
        }
        return mutexes;
    }

    /**
     * Adds to events what their sections touched.
     *
     * @param events is changed
     * @param from the events before this one are known, and are left as they are
     */
    static void decode(ByteBuffer in, int start, int count, Event[] events, int from) throws ProtocolException {
        int end = start + count * Wire.Touch.SIZE;
        int at = start;
        while (at < end) {
            int event = in.getInt(at + Wire.Touch.EVENT);
            int kind = in.getInt(at + Wire.Touch.KIND);
            at += Wire.Touch.SIZE;
            if (kind == Wire.TOUCH_ORDINARY) {
                continue;
            }
            boolean isHeader = kind == Wire.TOUCH_SECTION || kind == Wire.TOUCH_EVERYTHING;
            if (!isHeader || event < 0 || event >= events.length) {
                throw new ProtocolException(
                        "a section of the kind " + kind + " at the event " + event + " of " + events.length);
            }
            List<Section.Touch> touches = new ArrayList<>();
            while (at < end && isRange(in, at, event)) {
                MemoryRange range =
                        new MemoryRange(in.getLong(at + Wire.Touch.ADDRESS), in.getLong(at + Wire.Touch.LENGTH));
                touches.add(new Section.Touch(range, in.getInt(at + Wire.Touch.KIND) == Wire.TOUCH_WRITE));
                at += Wire.Touch.SIZE;
            }
            if (event >= from) {
                events[event] = events[event].with(new Section(touches, kind == Wire.TOUCH_EVERYTHING));
            }
        }
    }

    private static boolean isRange(ByteBuffer in, int at, int event) {
        int kind = in.getInt(at + Wire.Touch.KIND);
        return in.getInt(at + Wire.Touch.EVENT) == event && (kind == Wire.TOUCH_READ || kind == Wire.TOUCH_WRITE);
    }
}

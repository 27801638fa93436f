package org.heddle.dpor.detect.finding;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a finding says: text, and threads, objects and places that whoever shows it names. Text is shown as it is, so that a
 * program's own words stay what they are. {@link #toString()} has numbers where names belong.
 *
 * @param parts in order
 */
public record Message(List<Part> parts) {
    private static final String HOLE = "%s";

    /** A part of a message. */
    public sealed interface Part {}

    /** Words, to be shown as they are. */
    public record Text(String text) implements Part {
        @Override
        public String toString() {
            return text;
        }
    }

    /** A thread, by its id. */
    public record NamedThread(int id) implements Part {
        @Override
        public String toString() {
            return "thread " + id;
        }
    }

    /** An object, by its address. */
    public record NamedObject(long address) implements Part {
        @Override
        public String toString() {
            return "0x" + Long.toHexString(address);
        }
    }

    /** A source position, by its site. */
    public record Place(long site) implements Part {
        @Override
        public String toString() {
            return "place 0x" + Long.toHexString(site);
        }
    }

    /** How the life of memory ended at a site, as a verb: a block of the heap is freed, a local variable ends with its function. */
    public record End(long site, boolean isPast) implements Part {
        @Override
        public String toString() {
            return isPast ? "freed" : "frees";
        }
    }

    /** What an atomic access at a site did to "it", as a verb. A call that is no access of its own uses an object. */
    public record AtomicAccess(long site, boolean isWrite, boolean isPast) implements Part {
        @Override
        public String toString() {
            return verb(isWrite, isPast) + " it atomically";
        }
    }

    /** What an access does. */
    public static String verb(boolean isWrite, boolean isPast) {
        return isWrite ? isPast ? "wrote" : "writes" : isPast ? "had read" : "reads";
    }

    /**
     * A message.
     *
     * @param template with {@code %s} where the arguments belong
     * @param arguments parts, messages, or anything else, which is shown as text
     */
    public static Message of(String template, Object... arguments) {
        List<Part> parts = new ArrayList<>();
        int from = 0;
        for (Object argument : arguments) {
            int hole = template.indexOf(HOLE, from);
            parts.add(new Text(template.substring(from, hole)));
            if (argument instanceof Message message) {
                parts.addAll(message.parts);
            } else {
                parts.add(argument instanceof Part part ? part : new Text(argument.toString()));
            }
            from = hole + HOLE.length();
        }
        parts.add(new Text(template.substring(from)));
        return new Message(
                parts.stream().filter(part -> !part.equals(new Text(""))).toList());
    }

    /** Messages one behind the other, with text between them. */
    public static Message joined(String between, List<Message> messages) {
        Message all = of("");
        for (Message message : messages) {
            all = all.parts.isEmpty() ? message : of("%s%s%s", all, between, message);
        }
        return all;
    }

    /** A thread, by the name that the report gives it. */
    public static NamedThread thread(int id) {
        return new NamedThread(id);
    }

    /** An object, by the name that the report gives it. */
    public static NamedObject object(long address) {
        return new NamedObject(address);
    }

    /**
     * The end of an object's life.
     *
     * @param site where it was ended
     * @param isPast whether it had been ended before
     */
    public static End end(long site, boolean isPast) {
        return new End(site, isPast);
    }

    /** A place in the program. */
    public static Place place(long site) {
        return new Place(site);
    }

    /** The places that it names. */
    public List<Long> places() {
        return parts.stream()
                .filter(Place.class::isInstance)
                .map(part -> ((Place) part).site())
                .toList();
    }

    @Override
    public String toString() {
        return parts.stream().map(Part::toString).collect(Collectors.joining());
    }
}

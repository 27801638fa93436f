package org.heddle.cli.report;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.heddle.dpor.model.Execution;
import org.heddle.dpor.model.Note;
import org.heddle.dpor.model.ObjectFamily;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.Race;

/** Names for the objects of one execution: the variable's own where there is one, else the expression that first reached it. */
final class ObjectNames {
    private static final Pattern CALL = Pattern.compile("\\w+\\((?:&)?(.*)\\)");

    private final AddressNames names;
    private final Map<Long, String> objects = new HashMap<>();
    private final Map<String, Integer> taken = new HashMap<>();

    ObjectNames(Execution execution, AddressNames names) {
        this.names = names;
        execution.events().forEach(event -> add(event.operation()));
        execution.pending().forEach(pending -> add(pending.operation()));
        execution.races().forEach(this::add);
        execution.notes().forEach(this::add);
    }

    private void add(Note note) {
        String expression = expression(names.location(note.site()).name());
        if (note.object() != 0 && !expression.isEmpty()) {
            objects.putIfAbsent(note.object(), expression);
        }
    }

    /** The expression of an access says more than the variable: it has the names of fields. */
    private void add(Race race) {
        long address = race.range().address();
        String expression = expression(names.location(race.second().site()).name());
        if (expression.isEmpty()) {
            expression = expression(names.location(race.first().site()).name());
        }
        AddressNames.DataSymbol symbol = names.variables().get(address);
        if (symbol == null) {
            objects.putIfAbsent(address, expression.isEmpty() ? hex(address) : expression);
            return;
        }
        String part = symbol.part(OptionalLong.of(race.range().size()));
        if (!part.isEmpty()) {
            objects.put(address, part);
            return;
        }
        boolean hasField = expression.contains(".") || expression.contains("->");
        String variable = symbol.element(
                hasField ? OptionalLong.empty() : OptionalLong.of(race.range().size()));
        boolean saysMore = !AddressNames.DataSymbol.isState(variable) // else it is an argument of the call
                && (hasField || (!expression.isEmpty() && !expression.startsWith(symbol.name())));
        objects.put(address, saysMore && !expression.equals(variable) ? expression + " (" + variable + ")" : variable);
    }

    private static String expression(String site) {
        Matcher call = CALL.matcher(site);
        return call.matches() ? call.group(1).split(",", -1)[0].trim() : site;
    }

    /** Names what an operation uses, if it has no name yet. */
    void add(Operation operation) {
        if (usesAddress(operation.kind()) && !objects.containsKey(operation.object())) {
            objects.put(operation.object(), objectName(operation));
        }
        if (ObjectFamily.second(operation) == ObjectFamily.MUTEX && operation.object2() != 0) {
            objects.computeIfAbsent(operation.object2(), address -> variable(address, size(ObjectFamily.MUTEX)));
        }
    }

    /** Whether the operation's object is an address, rather than a thread or nothing. */
    static boolean usesAddress(OperationKind kind) {
        ObjectFamily family = kind.family();
        return family != ObjectFamily.NONE && family != ObjectFamily.KERNEL && family != ObjectFamily.KEY;
    }

    /** The variable's own name where it is one; else the expression by which the program first reached it. */
    private String objectName(Operation operation) {
        AddressNames.DataSymbol symbol = names.variables().get(operation.object());
        if (symbol != null) {
            return symbol.element(elementSize(operation));
        }
        String expression = expression(names.location(operation.site()).name());
        if (expression.isEmpty()) {
            return hex(operation.object());
        }
        int count = taken.merge(expression, 1, Integer::sum);
        return count == 1 ? expression : expression + "#" + count;
    }

    private String variable(long address, OptionalLong elementSize) {
        AddressNames.DataSymbol symbol = names.variables().get(address);
        return symbol != null ? symbol.element(elementSize) : hex(address);
    }

    private static OptionalLong elementSize(Operation operation) {
        ObjectFamily family = operation.kind().family();
        return family == ObjectFamily.MEMORY ? OptionalLong.of(Math.max(1, operation.size())) : size(family);
    }

    /** The size of an object in bytes, as glibc has it, by which an element of an array is known. */
    private static OptionalLong size(ObjectFamily family) {
        return switch (family) {
            case MUTEX -> OptionalLong.of(40);
            case CONDITION -> OptionalLong.of(48);
            case SEMAPHORE, BARRIER -> OptionalLong.of(32);
            case RWLOCK -> OptionalLong.of(56);
            case ONCE, SPINLOCK -> OptionalLong.of(4);
            default -> OptionalLong.empty();
        };
    }

    /** The name of the object at this address, or the address. */
    String of(long address) {
        return objects.getOrDefault(address, hex(address));
    }

    private static String hex(long address) {
        return "0x" + Long.toHexString(address);
    }
}

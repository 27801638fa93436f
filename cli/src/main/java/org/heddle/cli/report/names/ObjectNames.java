package org.heddle.cli.report.names;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.detect.finding.Finding.HeldLock;
import org.heddle.dpor.model.ObjectFamily;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.execution.CallStack;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Note;
import org.heddle.dpor.model.execution.PendingOperation;
import org.heddle.dpor.model.execution.Race;

/** Names for the objects of one execution: the variable's own where there is one, else the expression that first reached it. */
public final class ObjectNames {
    /** Between what an object is and where the program first used it, in names of those that only a library has a name for. */
    public static final String AT = "@";

    private static final Pattern CALL = Pattern.compile("\\w+\\((?:&)?(.*)\\)");

    private static final Pattern FIELD = Pattern.compile("([\\w.>\\[\\]-]+)->[\\w.\\[\\]]+(#\\d+)?");

    private final AddressNames names;
    private final OwnLines own;
    private final Map<Long, String> objects = new HashMap<>();
    private final Map<String, Integer> taken = new HashMap<>();

    public ObjectNames(Execution execution, AddressNames names, OwnLines own) {
        this.names = names;
        this.own = own;
        for (int step = 0; step < execution.events().size(); step++) {
            add(execution.events().get(step).operation(), own.ofStep(step));
        }
        for (PendingOperation pending : execution.pending()) {
            add(pending.operation(), own.ofPending(pending.thread(), pending.operation()));
        }
        execution.races().forEach(this::add);
        execution.notes().forEach(this::add);
        execution.stacks().stream()
                .filter(stack -> stack.kind() == CallStack.Kind.AWAITED)
                .forEach(this::add);
    }

    /** Names what a finding is about where its execution, which was not run again, has no operation that names it. */
    public void add(Finding finding) {
        finding.race().ifPresent(pair -> {
            add(pair.race());
            pair.heldByFirst().forEach(this::add);
            pair.heldBySecond().forEach(this::add);
        });
        finding.threads().forEach(thread -> thread.held().forEach(this::add));
    }

    private void add(HeldLock lock) {
        AddressNames.DataSymbol symbol = names.variables().get(lock.mutex());
        String name = symbol != null
                ? symbol.element(size(ObjectFamily.MUTEX))
                : expression(names.location(lock.site()).name());
        objects.putIfAbsent(lock.mutex(), name.isEmpty() ? hex(lock.mutex()) : name);
    }

    private void add(CallStack awaited) {
        long address = awaited.memory().address();
        AddressNames.DataSymbol symbol = names.variables().get(address);
        String name = symbol != null
                ? symbol.element(OptionalLong.of(awaited.memory().size()))
                : expression(names.location(awaited.site()).name());
        objects.putIfAbsent(address, name.isEmpty() ? hex(address) : name);
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
            objects.putIfAbsent(address, expression.isEmpty() ? byPlace(race, address) : expression);
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

    /** What has no name at all is called by where it was accessed. */
    private String byPlace(Race race, long address) {
        Location place = own.ofSite(race.first().site(), race.first().thread());
        return place.line() > 0 ? "memory" + AT + place.brief() : hex(address);
    }

    private static String expression(String site) {
        Matcher call = CALL.matcher(site);
        return call.matches() ? call.group(1).split(",", -1)[0].trim() : site;
    }

    /** Names what an operation uses, if it has no name yet. */
    public void add(Operation operation) {
        add(operation, names.location(operation.site()));
    }

    private void add(Operation operation, Location own) {
        if (usesAddress(operation.kind()) && !objects.containsKey(operation.object())) {
            String name = objectName(operation, own);
            boolean mayGetOne = operation.kind().family() == ObjectFamily.SEMAPHORE; // where sem_open has no variable
            if (!name.isEmpty() || !mayGetOne) {
                objects.put(operation.object(), name.isEmpty() ? hex(operation.object()) : name);
            }
        }
        if (ObjectFamily.second(operation) == ObjectFamily.MUTEX && operation.object2() != 0) {
            objects.computeIfAbsent(operation.object2(), address -> variable(address, size(ObjectFamily.MUTEX)));
        }
    }

    /** Whether the operation's object is an address, rather than a thread or nothing. */
    public static boolean usesAddress(OperationKind kind) {
        ObjectFamily family = kind.family();
        return family != ObjectFamily.NONE
                && family != ObjectFamily.KERNEL
                && family != ObjectFamily.CHANNEL
                && family != ObjectFamily.KEY
                && family != ObjectFamily.HISTORY;
    }

    /** The variable's own name where it is one; else the expression by which the program first reached it, which may be empty. */
    private String objectName(Operation operation, Location own) {
        AddressNames.DataSymbol symbol = names.variables().get(operation.object());
        if (symbol != null) {
            return symbol.element(elementSize(operation));
        }
        Location site = names.location(operation.site());
        String expression =
                isLibrarys(operation, site, own) ? noun(operation) + AT + own.brief() : expression(site.name());
        if (expression.isEmpty()) {
            return "";
        }
        int count = taken.merge(expression, 1, Integer::sum);
        return count == 1 ? expression : expression + "#" + count;
    }

    private static String noun(Operation operation) {
        ObjectFamily family = operation.kind().family();
        return family != ObjectFamily.MEMORY
                ? family.name().toLowerCase(Locale.ROOT)
                : isPlain(operation) ? "memory" : "atomic";
    }

    private static boolean isPlain(Operation operation) {
        return operation.kind() == OperationKind.READ || operation.kind() == OperationKind.WRITE;
    }

    /** The library's own name for its part of an object says little. */
    private static boolean isLibrarys(Operation operation, Location site, Location own) {
        boolean saysLittle = site.name().isEmpty() || (OwnLines.isForeign(site) && !isPlain(operation));
        return saysLittle && own.line() > 0 && !OwnLines.isForeign(own);
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
    public String of(long address) {
        return objects.getOrDefault(address, hex(address));
    }

    /**
     * What the block is called at whose beginning there is something of this name: {@code *queue} where that is
     * {@code queue->mutex}, so that the block has one name whatever part of it is meant.
     */
    public static String ofBlock(String name) {
        Matcher field = FIELD.matcher(name);
        return field.matches() ? "*" + field.group(1) : name;
    }

    private static String hex(long address) {
        return "0x" + Long.toHexString(address);
    }
}

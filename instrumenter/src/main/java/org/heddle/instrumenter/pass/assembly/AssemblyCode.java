package org.heddle.instrumenter.pass.assembly;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a piece of inline assembly for x86 does to memory that other threads may reach, as far as its text and operands tell. Loads are
 * acquiring and stores releasing; locked instructions and {@code xchg} are atomic, and order everything (Intel 64 and IA-32 Architectures
 * Software Developer's Manual, volume 3, section 9.2, "Memory Ordering").
 *
 * @param effect in all
 * @param hasFence whether it orders everything besides, or may, if it is not known
 * @param reads what it reads by plain moves before it makes an atomic access to something else, such as the value that it expects there
 * @param access the one access that it makes besides; empty if it makes none
 */
public record AssemblyCode(Effect effect, boolean hasFence, List<Access> reads, Optional<Access> access) {
    /** What there is to know. */
    public enum Effect {
        /** No more than the fence and the access. */
        KNOWN,
        /** It tells what is not controlled. */
        TELLS,
        /** Anything. */
        UNKNOWN
    }

    /** How memory is accessed. */
    public enum How {
        /** By a plain move. */
        LOAD,
        STORE,
        /** Atomically. */
        UPDATE,
        /** Read by an instruction that does more, and not written. */
        READ,
        WRITE,
        /** Read and written, and others may come between. */
        CHANGE
    }

    /**
     * An access.
     *
     * @param how it is made
     * @param operand the number of the operand that is the memory, or holds its address
     * @param isAddress whether it holds the address
     * @param offset from there
     * @param size in bytes; 0 for that of the operand
     * @param source the number of the operand that is stored, or -1
     * @param bit the number of the operand that counts the bits from there to the one that is accessed, or -1
     */
    public record Access(How how, int operand, boolean isAddress, long offset, int size, int source, int bit) {}

    private static final Set<String> FENCES = Set.of("mfence", "sfence", "lfence", "cpuid", "serialize");
    private static final Set<String> TELLING = Set.of("rdtsc", "rdtscp", "rdrand", "rdseed", "rdpmc");
    private static final Pattern TELLING_SIZED = Pattern.compile("(rdrand|rdseed)[wlq]?");
    private static final Pattern NO_ACCESS = Pattern.compile(
            "nop[wlq]?|lea[wlq]?|prefetch\\w*|clflush\\w*|clwb|cldemote|endbr64|\\.p2align|\\.align|\\.loc");
    private static final Pattern BEYOND = Pattern.compile(
            "\\..*|syscall|sysenter|sysexit|sysret\\w*|int\\d?|into|iret\\w*|l?call[wlq]?|l?ret[wlq]?|loop\\w*|enter|leave|xlat\\w*|ins[bwl]?|outs[bwl]?|in[bwl]?|out[bwl]?|"
                    + "v?maskmov\\w*|xsave\\w*|xrstor\\w*|fx\\w+|fnsave|frstor|wr\\w+|rdmsr|xbegin|xend|xabort|monitor\\w*|mwait\\w*|enqcmd\\w*|movdir\\w*|hlt|cli|sti|"
                    + "v?p?(gather|scatter)\\w*|umwait|umonitor|tpause");
    private static final Pattern STRING = Pattern.compile("(movs|stos|lods|scas|cmps)[bwlqd]?");
    private static final Pattern JUMP = Pattern.compile("j\\w+");
    private static final Pattern NEAR_LABEL = Pattern.compile("\\d+[bf]");
    private static final Pattern MOVE =
            Pattern.compile("mov|mov[bwlq]|movabs\\w?|movnti\\w?|mov[sz][bwl][wlq]|mov[sz]x\\w?");
    private static final Pattern WIDE_MOVE = Pattern.compile("v?mov\\w+");
    private static final Pattern READS_ONLY =
            Pattern.compile("(cmp|test|bt|push|mul|imul|div|idiv|fld\\w*|fild|ldmxcsr|vldmxcsr|cmov\\w+)[bwlq]?");
    private static final Pattern WRITES_ONLY =
            Pattern.compile("(set\\w+|pop|stmxcsr|vstmxcsr|fst\\w*|fnst\\w*|fist\\w*)[bwlq]?");
    private static final Pattern CHANGES = Pattern.compile(
            "(add|sub|adc|sbb|and|or|xor|inc|dec|neg|not|sh[lr]|sa[lr]|ro[lr]|rc[lr]|bts|btr|btc|xadd|cmpxchg|xchg)[bwlq]?|cmpxchg8b|cmpxchg16b");
    /** Both operands of these have one size, if no suffix tells another. */
    private static final Pattern PLAIN =
            Pattern.compile("mov|add|sub|adc|sbb|and|or|xor|xadd|cmpxchg|xchg|cmp|test|bt[src]?");

    private static final Pattern BIT = Pattern.compile("bt[src]?[wlq]?");
    private static final Pattern OPERAND = Pattern.compile("\\$(\\d+)([bhwkq]?)");
    private static final Pattern BEHIND_OPERAND = Pattern.compile("(-?\\d*)\\(\\$(\\d+)q?\\)");
    private static final Pattern ON_STACK = Pattern.compile("-?\\w*\\(%[re]?sp\\)");
    private static final Pattern NO_MEMORY = Pattern.compile("#.*|%\\w+(\\(\\d\\))?|\\*%\\w+");

    /** Reads it. */
    public static AssemblyCode of(String template, AssemblyOperands operands) {
        return known(template, operands)
                .orElseGet(() -> new AssemblyCode(Effect.UNKNOWN, hasOrder(template), List.of(), Optional.empty()));
    }

    private static boolean hasOrder(String template) {
        return AssemblyStatement.of(template).stream().anyMatch(AssemblyCode::isOrder);
    }

    private static boolean isOrder(AssemblyStatement statement) {
        return statement.isLocked() || statement.mnemonic().startsWith("xchg") || FENCES.contains(statement.mnemonic());
    }

    private static Optional<AssemblyCode> known(String template, AssemblyOperands operands) {
        boolean fence = false;
        boolean tells = false;
        boolean mayBeSkipped = false;
        List<Access> reads = new ArrayList<>();
        Access access = null;
        for (AssemblyStatement statement : AssemblyStatement.of(template)) {
            String mnemonic = statement.mnemonic();
            if (mayBeSkipped && isOrder(statement)) {
                return Optional.empty();
            }
            if (FENCES.contains(mnemonic)) {
                fence = true;
            } else if (TELLING.contains(mnemonic)
                    || TELLING_SIZED.matcher(mnemonic).matches()) {
                tells = true;
            } else if (isBeyond(statement)) {
                return Optional.empty();
            } else if (isToNearLabel(statement)) {
                mayBeSkipped = true;
            } else if (!NO_ACCESS.matcher(mnemonic).matches()) {
                Optional<Access> own = Optional.empty();
                for (int at = 0; at < statement.operands().size(); at++) {
                    Place place = place(statement.operands().get(at), operands);
                    if (place.equals(Place.ELSEWHERE)) {
                        return Optional.empty();
                    }
                    if (place.equals(Place.STACK)) {
                        fence |= isOrder(statement);
                    } else if (!place.equals(Place.NONE)) {
                        if (mayBeSkipped || own.isPresent() || (access != null && access.how() != How.LOAD)) {
                            return Optional.empty();
                        }
                        own = access(statement, at, place, operands);
                        if (own.isEmpty()) {
                            return Optional.empty();
                        }
                    }
                }
                if (own.isPresent() && access != null) {
                    reads.add(access);
                }
                access = own.orElse(access);
                fence |= own.isPresent() && own.get().how() == How.UPDATE;
            }
        }
        if (!reads.stream().allMatch(isApartFrom(access))) {
            return Optional.empty();
        }
        Effect effect = tells ? Effect.TELLS : Effect.KNOWN;
        return Optional.of(new AssemblyCode(effect, fence, List.copyOf(reads), Optional.ofNullable(access)));
    }

    /** Reads of what is then accessed atomically would be a part of that access. */
    private static Predicate<Access> isApartFrom(Access access) {
        return read -> access.how() == How.UPDATE && read.operand() != access.operand();
    }

    /** Whether a jump there goes forward, or out of the statement. */
    private static boolean isAhead(String target) {
        boolean isForward = NEAR_LABEL.matcher(target).matches() && target.endsWith("f");
        return isForward || OPERAND.matcher(target).matches();
    }

    private static boolean isToNearLabel(AssemblyStatement statement) {
        return JUMP.matcher(statement.mnemonic()).matches()
                && NEAR_LABEL.matcher(statement.operands().get(0)).matches();
    }

    private static boolean isBeyond(AssemblyStatement statement) {
        String mnemonic = statement.mnemonic();
        List<String> operands = statement.operands();
        if (JUMP.matcher(mnemonic).matches()) {
            /* Back to code before: a loop of its own, whose rounds nobody comes between. */
            return operands.size() != 1 || !isAhead(operands.get(0));
        }
        boolean isString = STRING.matcher(mnemonic).matches() && (operands.isEmpty() || statement.isRepeated());
        return isString
                || BEYOND.matcher(mnemonic).matches()
                || (statement.isRepeated() && !mnemonic.startsWith("nop"));
    }

    /** Where an operand lies. */
    private record Place(int operand, boolean isAddress, long offset) {
        static final Place NONE = new Place(-1, false, 0);
        static final Place STACK = new Place(-2, false, 0);
        static final Place ELSEWHERE = new Place(-3, false, 0);
    }

    private static Place place(String text, AssemblyOperands operands) {
        Matcher operand = OPERAND.matcher(text);
        if (operand.matches()) {
            int number = Integer.parseInt(operand.group(1));
            AssemblyOperands.Operand found = operands.get(number);
            return found == null ? Place.ELSEWHERE : found.isMemory() ? new Place(number, false, 0) : Place.NONE;
        }
        Matcher behind = BEHIND_OPERAND.matcher(text);
        if (behind.matches()) {
            int number = Integer.parseInt(behind.group(2));
            AssemblyOperands.Operand found = operands.get(number);
            boolean isInput = found != null && found.argument() >= 0 && !found.isMemory();
            String offset = behind.group(1);
            return isInput ? new Place(number, true, offset.isEmpty() ? 0 : Long.parseLong(offset)) : Place.ELSEWHERE;
        }
        if (ON_STACK.matcher(text).matches()) {
            return Place.STACK;
        }
        return NO_MEMORY.matcher(text).matches() ? Place.NONE : Place.ELSEWHERE;
    }

    private static Optional<Access> access(
            AssemblyStatement statement, int at, Place place, AssemblyOperands operands) {
        String mnemonic = statement.mnemonic();
        boolean isLast = at == statement.operands().size() - 1;
        Optional<How> how = how(statement, isLast, operands.get(place.operand()));
        String first = statement.operands().get(0);
        int size = size(statement) > 0 ? size(statement) : sizeOfRegister(statement, at, operands);
        boolean hasNoSize = place.isAddress() && size == 0;
        boolean isBit = BIT.matcher(mnemonic).matches() && !first.startsWith("#");
        int input = input(first, operands);
        if (how.isEmpty() || hasNoSize || (isBit && (input < 0 || size == 0))) {
            return Optional.empty();
        }
        return Optional.of(new Access(
                how.get(),
                place.operand(),
                place.isAddress(),
                place.offset(),
                size,
                how.get() == How.STORE ? input : -1,
                isBit ? input : -1));
    }

    /** The number of the operand of the call that this is, if it is one that the code is given; else -1. */
    private static int input(String text, AssemblyOperands operands) {
        Matcher operand = OPERAND.matcher(text);
        int number = operand.matches() ? Integer.parseInt(operand.group(1)) : -1;
        AssemblyOperands.Operand found = number < 0 ? null : operands.get(number);
        return found != null && found.argument() >= 0 && !found.isMemory() ? number : -1;
    }

    /** What an instruction without a suffix moves is as large as the register of its other operand. */
    private static int sizeOfRegister(AssemblyStatement statement, int at, AssemblyOperands operands) {
        List<String> texts = statement.operands();
        boolean hasOther =
                texts.size() == 2 && PLAIN.matcher(statement.mnemonic()).matches();
        Matcher other = OPERAND.matcher(hasOther ? texts.get(1 - at) : "");
        AssemblyOperands.Operand found = other.matches() ? operands.get(Integer.parseInt(other.group(1))) : null;
        if (found == null) {
            return 0;
        }
        return switch (other.group(2)) {
            case "b", "h" -> 1;
            case "w" -> 2;
            case "k" -> 4;
            case "q" -> 8;
            default -> found.bytes();
        };
    }

    private static Optional<How> how(AssemblyStatement statement, boolean isLast, AssemblyOperands.Operand operand) {
        String mnemonic = statement.mnemonic();
        if (isOrder(statement)) {
            return Optional.of(How.UPDATE);
        }
        if (MOVE.matcher(mnemonic).matches()) {
            return Optional.of(isLast ? How.STORE : How.LOAD);
        }
        if (WIDE_MOVE.matcher(mnemonic).matches()) {
            return Optional.of(isLast ? How.WRITE : How.READ);
        }
        if (READS_ONLY.matcher(mnemonic).matches()) {
            return Optional.of(How.READ);
        }
        if (WRITES_ONLY.matcher(mnemonic).matches()) {
            return Optional.of(How.WRITE);
        }
        if (CHANGES.matcher(mnemonic).matches()) {
            return Optional.of(isLast ? How.CHANGE : How.READ);
        }
        return operand.isMemory() && !operand.isOutput() ? Optional.of(How.READ) : Optional.empty();
    }

    /** Bytes, as the suffix tells; 0 if there is none. */
    private static int size(AssemblyStatement statement) {
        String mnemonic = statement.mnemonic();
        if (mnemonic.equals("cmpxchg16b")) {
            return 16;
        }
        if (mnemonic.equals("cmpxchg8b")) {
            return 8;
        }
        boolean hasSuffix = mnemonic.length() > 2
                && (MOVE.matcher(mnemonic).matches()
                        || CHANGES.matcher(mnemonic).matches()
                        || READS_ONLY.matcher(mnemonic).matches())
                && !Set.of("mov", "sub", "sbb", "shl", "sal", "rol", "rcl", "imul", "mul", "movabs")
                        .contains(mnemonic);
        if (mnemonic.matches("mov[sz][bwl][wlq]")) {
            return bytes(mnemonic.charAt(4));
        }
        return hasSuffix ? bytes(mnemonic.charAt(mnemonic.length() - 1)) : 0;
    }

    private static int bytes(char suffix) {
        return switch (suffix) {
            case 'b' -> 1;
            case 'w' -> 2;
            case 'l' -> 4;
            case 'q' -> 8;
            default -> 0;
        };
    }
}

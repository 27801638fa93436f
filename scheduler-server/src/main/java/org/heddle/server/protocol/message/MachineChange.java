package org.heddle.server.protocol.message;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.heddle.dpor.model.Coded;

/**
 * What of the machine a call may change, beyond the processes that the program itself makes. The runtime refuses such calls, unless they are
 * allowed. The codes are those of {@code enum heddle_machine} in {@code wire_enums.h}; a PLAN frame has a bit for each.
 */
public enum MachineChange implements Coded {
    /** Other processes get signals. */
    KILL(0),
    /** Other processes are scheduled otherwise, or get other limits. */
    PRIORITY(1),
    /** Other processes are traced, or their memory is written. */
    TRACE(2),
    /** Clocks run faster or slower, or processes that the program makes set them. */
    CLOCK(3),
    /** The host gets another name. */
    HOSTNAME(4),
    /** File systems are mounted or unmounted. */
    MOUNT(5),
    /** Swapping begins or ends. */
    SWAP(6),
    /** The machine is stopped, or started with another kernel. */
    REBOOT(7),
    /** Modules of the kernel are loaded or unloaded. */
    MODULES(8),
    /** The kernel's messages are taken, or go elsewhere. */
    LOG(9),
    /** Quotas of disks change. */
    QUOTA(10),
    /** Accounting of processes begins or ends. */
    ACCOUNTING(11),
    /** The process may use the ports of devices. */
    PORTS(12),
    /** The terminal is taken from all. */
    TERMINAL(13);

    private final int code;

    MachineChange(int code) {
        this.code = code;
    }

    @Override
    public int code() {
        return code;
    }

    /** As it is written on a command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The one with this code.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static MachineChange ofCode(int code) {
        return Coded.of(values(), code, "change of the machine");
    }

    /** Those of a list with commas, as {@link #list} writes it; empty where one of them is none. */
    public static Optional<Set<MachineChange>> ofList(String list) {
        Set<MachineChange> changes = EnumSet.noneOf(MachineChange.class);
        for (String word : list.split(",", -1)) {
            Optional<MachineChange> named = Arrays.stream(values())
                    .filter(change -> change.toString().equals(word))
                    .findFirst();
            if (named.isEmpty()) {
                return Optional.empty();
            }
            changes.add(named.get());
        }
        return Optional.of(Set.copyOf(changes));
    }

    /** In the order of their codes, with commas. */
    public static String list(Set<MachineChange> changes) {
        return changes.stream().sorted().map(MachineChange::toString).collect(Collectors.joining(","));
    }

    /** The bits of all these. */
    public static int bits(Set<MachineChange> changes) {
        return Bits.of(changes, MachineChange::bit);
    }

    /** Those whose bits are set. */
    public static Set<MachineChange> ofBits(int bits) {
        return Bits.in(bits, values(), MachineChange::bit);
    }

    private int bit() {
        return 1 << code;
    }
}

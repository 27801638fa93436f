package org.heddle.dpor.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.heddle.dpor.model.ObjectFamily;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.testkit.Instruction.Value;

/** What a simulated thread does. Variables are eight bytes; variable n is at address 8n. */
public final class Code {
    static final int STATUS_FAILED = -1;
    private final List<Instruction> instructions = new ArrayList<>();
    private Consumer<Code> before = code -> {}; // what comes before each visible operation

    List<Instruction> instructions() {
        return instructions;
    }

    private Code visible(OperationKind kind, Value object, Value object2, Value argument, Value operand) {
        if (kind != OperationKind.COND_WAKE && kind != OperationKind.BARRIER_LEAVE) {
            before.accept(this);
        }
        instructions.add(new Instruction.Visible(kind, object, object2, argument, operand));
        return this;
    }

    private Code simple(OperationKind kind, long object) {
        return visible(kind, Value.constant(object), Value.constant(0), Value.constant(0), Value.constant(0));
    }

    private Code access(OperationKind kind, Value address, long size, Value expected, Value operand) {
        return visible(kind, address, expected, Value.constant(size), operand);
    }

    private static Value addressOf(Value variable) {
        return registers -> 8 * variable.of(registers);
    }

    public Code read(int variable) {
        return read(Value.constant(variable));
    }

    public Code read(Value variable) {
        return access(OperationKind.ATOMIC_LOAD, addressOf(variable), 8, Value.constant(0), Value.constant(0));
    }

    public Code readBytes(long address, long size) {
        return access(OperationKind.READ, Value.constant(address), size, Value.constant(0), Value.constant(0));
    }

    public Code write(int variable, long value) {
        return write(Value.constant(variable), Value.constant(value));
    }

    public Code write(Value variable, Value value) {
        return access(OperationKind.ATOMIC_STORE, addressOf(variable), 8, Value.constant(0), value);
    }

    /** Stores a number other than zero. */
    public Code mark(int variable, long number) {
        return access(
                OperationKind.ATOMIC_STORE,
                Value.constant(8L * variable),
                8,
                Value.constant(OperationKind.MARKS),
                Value.constant(number));
    }

    /** The same in one byte. */
    public Code markByte(long address, long number) {
        return access(
                OperationKind.ATOMIC_STORE,
                Value.constant(address),
                1,
                Value.constant(OperationKind.MARKS),
                Value.constant(number));
    }

    public Code writeBytes(long address, long size, long value) {
        return access(OperationKind.WRITE, Value.constant(address), size, Value.constant(0), Value.constant(value));
    }

    public Code add(int variable, long summand) {
        return access(
                OperationKind.ATOMIC_RMW, Value.constant(8L * variable), 8, Value.constant(0), Value.constant(summand));
    }

    /** Adds, and looks at nothing. */
    public Code count(int variable, long summand) {
        return access(
                OperationKind.ATOMIC_RMW,
                Value.constant(8L * variable),
                8,
                Value.constant(OperationKind.ADDS),
                Value.constant(summand));
    }

    /** The same to one byte. */
    public Code countByte(long address, long summand) {
        return access(
                OperationKind.ATOMIC_RMW,
                Value.constant(address),
                1,
                Value.constant(OperationKind.ADDS),
                Value.constant(summand));
    }

    public Code cas(int variable, long expected, long desired) {
        return cas(Value.constant(variable), Value.constant(expected), Value.constant(desired));
    }

    public Code cas(Value variable, Value expected, Value desired) {
        return access(OperationKind.ATOMIC_CAS, addressOf(variable), 8, expected, desired);
    }

    /** Waits until the variable holds something else than this thread last read there. */
    public Code await(int variable) {
        return access(OperationKind.AWAIT, Value.constant(8L * variable), 8, Value.constant(0), Value.constant(0));
    }

    /** Waits until one of two variables holds something else than this thread last read there. */
    public Code awaitEither(int one, int other) {
        return visible(
                OperationKind.AWAIT,
                Value.constant(8L * one),
                Value.constant(8L * other),
                Value.constant(8 + (8 << 8)),
                Value.constant(0));
    }

    /** Waits until one of the variables 0, 1 and 3, which the last three events read, holds something else than was read. */
    private Code awaitAny() {
        return visible(
                OperationKind.AWAIT,
                Value.constant(0),
                Value.constant(8),
                Value.constant(8 + (3 << 8) + (24 << 16)),
                Value.constant(0));
    }

    /** Spins as long as the variables 0, 1 and 3 all have this value. */
    public Code spinWhileAll(long value) {
        read(0).local(r -> r[5] = r[0]).read(1).local(r -> r[6] = r[0]).read(3).local(r -> r[7] = r[0]);
        return loopWhile(r -> r[5] == value && r[6] == value && r[7] == value, body -> body.awaitAny()
                .local(r -> r[5] = r[0])
                .read(1)
                .local(r -> r[6] = r[0])
                .read(3)
                .local(r -> r[7] = r[0]));
    }

    /** Spins as long as the variable has this value. */
    public Code spinWhile(int variable, long value) {
        return read(variable).loopWhile(registers -> registers[0] == value, body -> body.await(variable));
    }

    /** Spins as long as both variables have this value. */
    public Code spinWhileBoth(int one, int other, long value) {
        read(one).local(r -> r[6] = r[0]).read(other).local(r -> r[7] = r[0]);
        return loopWhile(r -> r[6] == value && r[7] == value, body -> body.awaitEither(one, other)
                .local(r -> r[6] = r[0])
                .read(other)
                .local(r -> r[7] = r[0]));
    }

    /** Takes a lock made of a compare-and-swap, spinning on the swap itself. */
    public Code spinLock(int variable) {
        return cas(variable, 0, 1)
                .loopWhile(r -> r[0] == 0, body -> body.await(variable).cas(variable, 0, 1));
    }

    /** Reads a variable without a visible operation; register 2 receives it. */
    public Code plainRead(Value variable) {
        instructions.add(new Instruction.Plain(false, addressOf(variable), Value.constant(0)));
        return this;
    }

    /** Writes a variable without a visible operation. */
    public Code plainWrite(Value variable, Value value) {
        instructions.add(new Instruction.Plain(true, addressOf(variable), value));
        return this;
    }

    public Code lock(int mutex) {
        return lock(Value.constant(mutex));
    }

    public Code lock(Value mutex) {
        return visible(OperationKind.MUTEX_LOCK, mutex, Value.constant(0), Value.constant(0), Value.constant(0));
    }

    public Code unlock(int mutex) {
        return unlock(Value.constant(mutex));
    }

    public Code unlock(Value mutex) {
        return visible(OperationKind.MUTEX_UNLOCK, mutex, Value.constant(0), Value.constant(0), Value.constant(0));
    }

    /** Register 0 is 0 if it was acquired. */
    public Code trylock(int mutex) {
        return simple(OperationKind.MUTEX_TRYLOCK, mutex);
    }

    public Code waitOn(int condition, int mutex) {
        return waitOn(condition, mutex, 0);
    }

    /** Waits because of what it has seen since its last operation. */
    public Code waitOnceLooked(int condition, int mutex) {
        return waitOn(condition, mutex, 1);
    }

    private Code waitOn(int condition, int mutex, int hasLooked) {
        Value c = Value.constant(condition);
        Value m = Value.constant(mutex);
        visible(OperationKind.COND_WAIT, c, m, Value.constant(hasLooked), Value.constant(0));
        return visible(OperationKind.COND_WAKE, c, m, Value.constant(0), Value.constant(0));
    }

    public Code signal(int condition) {
        return simple(OperationKind.COND_SIGNAL, condition);
    }

    public Code broadcast(int condition) {
        return simple(OperationKind.COND_BROADCAST, condition);
    }

    public Code create(int thread) {
        return simple(OperationKind.THREAD_CREATE, thread);
    }

    public Code join(int thread) {
        return simple(OperationKind.THREAD_JOIN, thread);
    }

    public Code once(int once, Consumer<Code> initialiser) {
        simple(OperationKind.ONCE_BEGIN, once);
        return when(registers -> registers[0] == 1, body -> {
            initialiser.accept(body);
            body.simple(OperationKind.ONCE_END, once);
        });
    }

    public Code choose(int alternatives) {
        return visible(
                OperationKind.CHOOSE,
                Value.constant(0),
                Value.constant(0),
                Value.constant(alternatives),
                Value.constant(0));
    }

    private Code timed(OperationKind kind, long object, long object2, long argument) {
        return visible(
                kind, Value.constant(object), Value.constant(object2), Value.constant(argument), Value.constant(0));
    }

    /** Register 0 is 110 if the time was up. */
    public Code waitUntil(int condition, int mutex, long deadline) {
        timed(OperationKind.COND_WAIT, condition, mutex, 0);
        return timed(OperationKind.COND_WAKE, condition, mutex, deadline);
    }

    /** Any operation on one object with an argument, such as a deadline. */
    public Code on(OperationKind kind, long object, long argument) {
        return timed(kind, object, 0, argument);
    }

    /** A writer that keeps new readers out while it waits. */
    public Code writeLockFirst(long rwlock, long deadline) {
        timed(OperationKind.RWLOCK_ANNOUNCE, rwlock, 0, 0);
        return timed(OperationKind.RWLOCK_WRLOCK, rwlock, 1, deadline);
    }

    /** Waits at a barrier for {@code count} threads. */
    public Code barrier(long barrier, long count) {
        on(OperationKind.BARRIER_ARRIVE, barrier, count);
        return on(OperationKind.BARRIER_LEAVE, barrier, count);
    }

    /**
     * An operation on a simulated channel, as one on it alone or on the kernel; {@code waits} if it blocks until the channel is ready. Register 0 is 0 if it was done, 1 if
     * the channel is closed. {@code interrupts}: bits that end the wait as well.
     */
    public Code io(OperationKind kind, int channel, boolean waits, long interrupts) {
        long bit = kind == OperationKind.IO_READ || kind == OperationKind.CHANNEL_READ ? 1 : 2;
        return visible(
                kind,
                Value.constant(
                        kind.family() == ObjectFamily.KERNEL
                                ? OperationKind.KERNEL_OBJECT
                                : Channels.name(1L << channel)),
                Value.constant(waits ? bit << (2 * channel) | interrupts : 0),
                Value.constant(0),
                Value.constant(channel));
    }

    /** Waits until some of the bits of the readiness word are set. */
    public Code poll(long bits, long deadline) {
        return timed(OperationKind.IO_POLL, OperationKind.KERNEL_OBJECT, bits, deadline);
    }

    /**
     * The same as an operation on the channels that have these bits, and on no others; with {@code waits} false it only looks. Register 0 is
     * 110 if the time was up, else those of the bits that are set.
     */
    public Code pollChannels(long bits, boolean waits, long deadline) {
        return visible(
                OperationKind.CHANNEL_POLL,
                Value.constant(Channels.ofBits(bits)),
                Value.constant(waits ? bits : 0),
                Value.constant(waits ? deadline : 0),
                Value.constant(bits));
    }

    /**
     * Takes a read-write lock to write, having announced itself, which an interruption leaves as it is: then once more, whatever may
     * interrupt.
     */
    public Code writeLockFirstUnlessInterrupted(long rwlock, long deadline, long bits) {
        timed(OperationKind.RWLOCK_ANNOUNCE, rwlock, 0, 0);
        timed(OperationKind.RWLOCK_WRLOCK, rwlock, OperationKind.ANNOUNCED | bits, deadline);
        return when(
                result(OperationKind.INTERRUPTED),
                again -> again.timed(OperationKind.RWLOCK_WRLOCK, rwlock, OperationKind.ANNOUNCED, deadline));
    }

    /** Takes a semaphore or a lock, or joins a thread, unless some of the bits of the readiness word are set. */
    public Code unlessInterrupted(OperationKind kind, long object, long deadline, long bits) {
        return timed(kind, object, bits, deadline);
    }

    /** Sets a timer; a deadline of 0 disarms it. */
    public Code arm(int timer, long deadline, long interval) {
        return signalChange(Timers.setting(timer, deadline, interval));
    }

    /** Waits until the timer expires. */
    public Code expire(int timer) {
        signalChange(Timers.NONE);
        return visible(
                OperationKind.SIGNAL_WAIT,
                Value.constant(OperationKind.KERNEL_OBJECT),
                Value.constant(Timers.bit(timer)),
                Value.constant(0),
                Value.constant(timer));
    }

    private Code signalChange(int setting) {
        return visible(
                OperationKind.SIGNAL_CHANGE,
                Value.constant(OperationKind.KERNEL_OBJECT),
                Value.constant(0),
                Value.constant(0),
                Value.constant(setting));
    }

    /** Sends a signal to the thread that handles what is counted in this variable. */
    public Code send(int variable) {
        return signalChange(Timers.NONE).add(variable, 1);
    }

    /** Looks at the variable before each visible operation of the body, and at the end, and runs the handler if it has grown. */
    public Code handled(int variable, Consumer<Code> handler, Consumer<Code> body) {
        before = code -> code.look(variable, handler);
        body.accept(this);
        before = code -> {};
        look(variable, handler);
        return this;
    }

    private void look(int variable, Consumer<Code> handler) {
        Consumer<Code> outer = before;
        before = code -> {};
        local(r -> r[3] = r[0]).read(variable).when(r -> r[0] != r[4], changed -> {
            changed.local(r -> r[4] = r[0]).signalChange(Timers.NONE);
            handler.accept(changed);
        });
        local(r -> r[0] = r[3]);
        before = outer;
    }

    public Code yieldOnce() {
        return simple(OperationKind.YIELD, 0);
    }

    public Code initMutex(int mutex) {
        return simple(OperationKind.MUTEX_INIT, mutex);
    }

    public Code destroyMutex(int mutex) {
        return simple(OperationKind.MUTEX_DESTROY, mutex);
    }

    public Code exit(int status) {
        return visible(
                OperationKind.PROCESS_EXIT,
                Value.constant(0),
                Value.constant(0),
                Value.constant(status),
                Value.constant(0));
    }

    /** What runs as one step. */
    public Code section(Consumer<Code> body) {
        on(OperationKind.SECTION_BEGIN, 0, 0);
        body.accept(this);
        return on(OperationKind.SECTION_END, 0, 0);
    }

    /** A call of an object under test, which says this; its result is what the last operation of its body returns. */
    public Code call(long object, long said, Consumer<Code> body) {
        on(OperationKind.INVOCATION, object, said);
        body.accept(this);
        return visible(
                OperationKind.RESPONSE,
                Value.constant(object),
                Value.constant(0),
                registers -> 1 + registers[0],
                Value.constant(0));
    }

    /** A failed assertion. */
    public Code fail() {
        return exit(STATUS_FAILED);
    }

    /** Dies of a signal, together with the operation before. */
    public Code crash() {
        instructions.add(new Instruction.Crash());
        return this;
    }

    public Code local(Consumer<long[]> action) {
        instructions.add(new Instruction.Local(action));
        return this;
    }

    public Code when(Predicate<long[]> condition, Consumer<Code> body) {
        return when(condition, body, otherwise -> {});
    }

    public Code when(Predicate<long[]> condition, Consumer<Code> body, Consumer<Code> otherwise) {
        int branch = reserve();
        body.accept(this);
        int jump = reserve();
        instructions.set(branch, new Instruction.Branch(condition, instructions.size()));
        otherwise.accept(this);
        instructions.set(jump, new Instruction.Branch(registers -> false, instructions.size()));
        return this;
    }

    public Code loopWhile(Predicate<long[]> condition, Consumer<Code> body) {
        int branch = reserve();
        body.accept(this);
        instructions.add(new Instruction.Branch(registers -> false, branch));
        instructions.set(branch, new Instruction.Branch(condition, instructions.size()));
        return this;
    }

    private int reserve() {
        instructions.add(null);
        return instructions.size() - 1;
    }

    /** Register 0, which holds what the last operation returned, has this value. */
    public static Predicate<long[]> result(long value) {
        return registers -> registers[0] == value;
    }
}

package org.heddle.dpor.testkit;

import java.util.ArrayList;
import java.util.List;
import org.heddle.dpor.model.OperationKind;

/** A statement of a random program; a small syntax that can be printed and shrunk. */
sealed interface Statement {
    /** Appends the statement to a thread's code. */
    void compile(Code code);

    /** Simpler statement lists that could stand for this one. */
    default List<List<Statement>> simpler() {
        return List.of(List.of());
    }

    static void compile(List<Statement> statements, Code code) {
        statements.forEach(statement -> statement.compile(code));
    }

    /** Statements without any structure. */
    record Simple(String what, int a, long b, long c) implements Statement {
        @Override
        public void compile(Code code) {
            switch (what) {
                case "write" -> code.write(a, b);
                case "read" -> code.read(a);
                case "writeBytes" -> code.writeBytes(a, b, c);
                case "readBytes" -> code.readBytes(a, b);
                case "add" -> code.add(a, b);
                case "count" -> code.count(a, b);
                case "mark" -> code.mark(a, b);
                case "cas" -> code.cas(a, b, c);
                case "await" -> code.spinWhile(a, b);
                case "awaitEither" -> code.spinWhileBoth(0, 1, b);
                case "awaitAny" -> code.spinWhileAll(b);
                case "casLock" -> code.spinLock(a);
                case "lock" -> code.lock(a);
                case "unlock" -> code.unlock(a);
                case "wait" -> code.waitOn(a, (int) b);
                case "signal" -> code.signal(a);
                case "broadcast" -> code.broadcast(a);
                case "choose" -> code.choose(a);
                case "yield" -> code.yieldOnce();
                case "join" -> code.join(a);
                case "create" -> code.create(a);
                case "plainRead" -> code.plainRead(Instruction.Value.constant(a))
                        .local(r -> r[5] = r[5] * 3 + r[2]);
                case "plainWrite" -> code.plainWrite(Instruction.Value.constant(a), r -> r[5] + b);
                case "plainPick" -> code.plainWrite(r -> a + (r[5] & 1), r -> r[5] + b);
                case "publish" -> code.write(Instruction.Value.constant(a), r -> r[5]);
                case "initMutex" -> code.initMutex(a);
                case "destroyMutex" -> code.destroyMutex(a);
                case "fail" -> code.fail();
                case "crash" -> code.crash();
                case "exit" -> code.exit(a);
                case "waitUntil" -> code.waitUntil(a, (int) b, c);
                case "writeLockFirst" -> code.writeLockFirst(a, b);
                case "barrier" -> code.barrier(a, b);
                case "IO_READ", "IO_WRITE", "CHANNEL_READ", "CHANNEL_WRITE" -> code.io(
                        OperationKind.valueOf(what), a, b != 0, c);
                case "IO_CHANGE", "CHANNEL_CHANGE" -> code.io(OperationKind.valueOf(what), a, false, 0);
                case "IO_POLL" -> code.poll(a, b);
                case "CHANNEL_POLL" -> code.pollChannels(a, b != 0, c);
                case "arm" -> code.arm(a, b, c);
                case "expire" -> code.expire(a);
                case "send" -> code.send(a);
                case "interruptibleWait" -> code.unlessInterrupted(OperationKind.SEM_WAIT, a, b, c);
                case "interruptibleLock" -> code.unlessInterrupted(OperationKind.MUTEX_LOCK, a, b, c);
                case "interruptibleRead" -> code.unlessInterrupted(OperationKind.RWLOCK_RDLOCK, a, b, c);
                case "interruptibleWrite" -> code.unlessInterrupted(OperationKind.RWLOCK_WRLOCK, a, b, c);
                case "interruptibleWriteFirst" -> code.writeLockFirstUnlessInterrupted(a, b, c);
                case "interruptibleJoin" -> code.unlessInterrupted(OperationKind.THREAD_JOIN, a, b, c);
                case "timedJoin" -> code.on(OperationKind.THREAD_JOIN, a, b);
                default -> code.on(OperationKind.valueOf(what), a, b);
            }
        }

        @Override
        public String toString() {
            return what + "(" + a + "," + b + "," + c + ")";
        }
    }

    /** Depends on what plain memory held; no visible operation. */
    record IfOdd(List<Statement> then, List<Statement> otherwise) implements Statement {
        @Override
        public void compile(Code code) {
            code.when(r -> (r[5] & 1) != 0, c -> Statement.compile(then, c), c -> Statement.compile(otherwise, c));
        }

        @Override
        public List<List<Statement>> simpler() {
            List<List<Statement>> all = new ArrayList<>(List.of(List.of(), then, otherwise));
            shrink(then).forEach(shrunk -> all.add(List.of(new IfOdd(shrunk, otherwise))));
            shrink(otherwise).forEach(shrunk -> all.add(List.of(new IfOdd(then, shrunk))));
            return all;
        }
    }

    /** Does the body with a mutex in its hand. */
    record Locked(int mutex, List<Statement> body) implements Statement {
        @Override
        public void compile(Code code) {
            code.lock(mutex);
            Statement.compile(body, code);
            code.unlock(mutex);
        }

        @Override
        public List<List<Statement>> simpler() {
            List<List<Statement>> all = new ArrayList<>(List.of(List.of()));
            shrink(body).forEach(shrunk -> all.add(List.of(new Locked(mutex, shrunk))));
            return all;
        }
    }

    /** Depends on what the last operation returned. */
    record If(long value, List<Statement> then, List<Statement> otherwise) implements Statement {
        @Override
        public void compile(Code code) {
            code.when(Code.result(value), c -> Statement.compile(then, c), c -> Statement.compile(otherwise, c));
        }

        @Override
        public List<List<Statement>> simpler() {
            List<List<Statement>> all = new ArrayList<>(List.of(List.of(), then, otherwise));
            shrink(then).forEach(shrunk -> all.add(List.of(new If(value, shrunk, otherwise))));
            shrink(otherwise).forEach(shrunk -> all.add(List.of(new If(value, then, shrunk))));
            return all;
        }
    }

    /** Does the body if an operation on the object succeeds, then undoes what that has done. */
    record Holding(Simple take, List<Statement> body, List<Statement> give) implements Statement {
        @Override
        public void compile(Code code) {
            take.compile(code);
            code.when(Code.result(0), c -> {
                Statement.compile(body, c);
                Statement.compile(give, c);
            });
        }

        @Override
        public List<List<Statement>> simpler() {
            List<List<Statement>> all = new ArrayList<>(List.of(List.of(), body));
            shrink(body).forEach(shrunk -> all.add(List.of(new Holding(take, shrunk, give))));
            return all;
        }
    }

    /** What runs between the two is one step. */
    record Section(List<Statement> body) implements Statement {
        @Override
        public void compile(Code code) {
            code.section(c -> Statement.compile(body, c));
        }

        @Override
        public List<List<Statement>> simpler() {
            List<List<Statement>> all = new ArrayList<>(List.of(List.of(), body));
            shrink(body).forEach(shrunk -> all.add(List.of(new Section(shrunk))));
            return all;
        }
    }

    /** A handler of signals runs before any visible operation of the body after a signal has been sent. */
    record Handled(int variable, List<Statement> handler, List<Statement> body) implements Statement {
        @Override
        public void compile(Code code) {
            code.handled(variable, c -> Statement.compile(handler, c), c -> Statement.compile(body, c));
        }

        @Override
        public List<List<Statement>> simpler() {
            List<List<Statement>> all = new ArrayList<>(List.of(List.of(), body));
            shrink(handler).forEach(shrunk -> all.add(List.of(new Handled(variable, shrunk, body))));
            shrink(body).forEach(shrunk -> all.add(List.of(new Handled(variable, handler, shrunk))));
            return all;
        }
    }

    /** Tries to lock; if it succeeds, does something and unlocks. */
    record Try(int mutex, List<Statement> body) implements Statement {
        @Override
        public void compile(Code code) {
            code.trylock(mutex);
            code.when(Code.result(0), c -> {
                Statement.compile(body, c);
                c.unlock(mutex);
            });
        }

        @Override
        public List<List<Statement>> simpler() {
            List<List<Statement>> all = new ArrayList<>(List.of(List.of(), body));
            shrink(body).forEach(shrunk -> all.add(List.of(new Try(mutex, shrunk))));
            return all;
        }
    }

    /** Runs the body once in the whole program. */
    record Once(int once, List<Statement> body) implements Statement {
        @Override
        public void compile(Code code) {
            code.once(once, c -> Statement.compile(body, c));
        }

        @Override
        public List<List<Statement>> simpler() {
            List<List<Statement>> all = new ArrayList<>(List.of(List.of(), body));
            shrink(body).forEach(shrunk -> all.add(List.of(new Once(once, shrunk))));
            return all;
        }
    }

    /** Does the body again and again, as long as a variable has another value; for ever if it names none. */
    record Loop(int variable, long until, List<Statement> body) implements Statement {
        private static final int FOREVER = -1;

        /** Does the body for ever. */
        static Loop forever(List<Statement> body) {
            return new Loop(FOREVER, 0, body);
        }

        @Override
        public void compile(Code code) {
            if (variable == FOREVER) {
                code.loopWhile(r -> true, c -> {
                    c.yieldOnce();
                    Statement.compile(body, c);
                });
            } else {
                code.read(variable).loopWhile(r -> r[0] != until, c -> {
                    Statement.compile(body, c);
                    c.read(variable);
                });
            }
        }

        @Override
        public List<List<Statement>> simpler() {
            List<List<Statement>> all = new ArrayList<>(List.of(List.of(), body));
            shrink(body).forEach(shrunk -> all.add(List.of(new Loop(variable, until, shrunk))));
            return all;
        }
    }

    /** Tries to lock again and again; then does something and unlocks. */
    record Retry(int mutex, List<Statement> body) implements Statement {
        @Override
        public void compile(Code code) {
            code.trylock(mutex).loopWhile(r -> r[0] != 0, c -> c.yieldOnce().trylock(mutex));
            Statement.compile(body, code);
            code.unlock(mutex);
        }

        @Override
        public List<List<Statement>> simpler() {
            List<List<Statement>> all = new ArrayList<>(List.of(List.of(), body));
            shrink(body).forEach(shrunk -> all.add(List.of(new Retry(mutex, shrunk))));
            return all;
        }
    }

    /** All lists that are one step simpler. */
    static List<List<Statement>> shrink(List<Statement> statements) {
        List<List<Statement>> all = new ArrayList<>();
        for (int k = 0; k < statements.size(); k++) {
            for (List<Statement> simpler : statements.get(k).simpler()) {
                List<Statement> shrunk = new ArrayList<>(statements.subList(0, k));
                shrunk.addAll(simpler);
                shrunk.addAll(statements.subList(k + 1, statements.size()));
                all.add(shrunk);
            }
        }
        return all;
    }
}

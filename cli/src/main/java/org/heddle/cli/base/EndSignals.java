package org.heddle.cli.base;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Does something else than to end the process at once when it is asked to end. The JVM's own hooks begin all at the same time, and those of
 * running programs kill them.
 */
public final class EndSignals implements AutoCloseable {
    private final Map<String, Object> before = new LinkedHashMap<>();

    private EndSignals() {}

    /**
     * Does this at these signals, until it is closed. Signals that this process ignores stay ignored, as by {@code nohup}.
     *
     * @param names such as {@code TERM}
     * @param task is given the name of the signal that came, on a thread of its own
     */
    public static EndSignals on(List<String> names, Consumer<String> task) {
        EndSignals signals = new EndSignals();
        InvocationHandler handler = (proxy, method, arguments) -> {
            if (method.getName().equals("handle")) {
                task.accept((String) type("Signal").getMethod("getName").invoke(arguments[0]));
                return null;
            }
            return method.getName().equals("equals") ? proxy == arguments[0] : System.identityHashCode(proxy);
        };
        try {
            Class<?> type = type("SignalHandler");
            Object own = Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler);
            Object ignored = type.getField("SIG_IGN").get(null);
            for (String name : names) {
                Object other = handle(name, own);
                if (other.equals(ignored)) {
                    handle(name, other);
                } else {
                    signals.before.put(name, other);
                }
            }
        } catch (ReflectiveOperationException missing) {
            return signals; // the process ends at once, as if it were killed
        }
        return signals;
    }

    private static Object handle(String name, Object handler) throws ReflectiveOperationException {
        Class<?> signal = type("Signal");
        return signal.getMethod("handle", signal, type("SignalHandler"))
                .invoke(null, signal.getConstructor(String.class).newInstance(name), handler);
    }

    /** These are not part of Java's own interface, so they are not used by their names. */
    private static Class<?> type(String name) throws ReflectiveOperationException {
        return Class.forName("sun.misc." + name);
    }

    /** What was done before at these signals is done again. */
    @Override
    public void close() {
        try {
            for (Map.Entry<String, Object> signal : before.entrySet()) {
                handle(signal.getKey(), signal.getValue());
            }
        } catch (ReflectiveOperationException missing) {
            throw new IllegalStateException("what was there before is not any more", missing);
        }
    }
}

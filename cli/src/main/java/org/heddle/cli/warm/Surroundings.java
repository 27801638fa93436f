package org.heddle.cli.warm;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.charset.Charset;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What Java keeps of its process's surroundings since it started, and for which it has no setters: the environment, and the folder that
 * relative paths begin at. They are set in Java's own classes, and looked at afterwards in the way that programs do.
 */
final class Surroundings {
    private static final int BUFFER = 128; // as Java has it

    private Surroundings() {}

    /**
     * Sets both.
     *
     * @param variables of the environment, as {@code NAME=VALUE}
     * @param folder where the process is now
     * @return whether this Java does it; it may have set some of it otherwise
     */
    static boolean set(List<byte[]> variables, Path folder) {
        try {
            setFolder(folder.toString());
            return setEnvironment(variables) && isIn(folder);
        } catch (ReflectiveOperationException | RuntimeException otherJava) { // has other fields, or keeps them closed
            return false;
        }
    }

    /** Begins the standard streams anew, with nothing read, and no error seen. */
    static void renewStreams() {
        System.setIn(new BufferedInputStream(new FileInputStream(FileDescriptor.in)));
        System.setOut(stream(FileDescriptor.out));
        System.setErr(stream(FileDescriptor.err));
    }

    private static PrintStream stream(FileDescriptor descriptor) {
        return new PrintStream(
                new BufferedOutputStream(new FileOutputStream(descriptor), BUFFER), true, Charset.defaultCharset());
    }

    private static boolean isIn(Path folder) {
        String name = "a file";
        return Path.of(name).toAbsolutePath().equals(folder.resolve(name))
                && new File(name).getAbsolutePath().equals(folder.resolve(name).toString())
                && System.getProperty("user.dir").equals(folder.toString());
    }

    private static void setFolder(String folder) throws ReflectiveOperationException {
        System.setProperty("user.dir", folder);
        Object files = field(File.class, "fs").get(null);
        field(files.getClass(), "userDir").set(files, folder);
        Object paths = FileSystems.getDefault();
        field(paths.getClass().getSuperclass(), "defaultDirectory").set(paths, bytes(folder));
    }

    private static boolean setEnvironment(List<byte[]> variables) throws ReflectiveOperationException {
        Class<?> process = Class.forName("java.lang.ProcessEnvironment");
        Method name = valueOf("java.lang.ProcessEnvironment$Variable");
        Method value = valueOf("java.lang.ProcessEnvironment$Value");
        @SuppressWarnings("unchecked")
        Map<Object, Object> environment =
                (Map<Object, Object>) field(process, "theEnvironment").get(null);
        Map<String, String> expected = new HashMap<>();
        environment.clear();
        for (int i = variables.size() - 1; i >= 0; i--) { // the first of two of one name counts
            byte[] variable = variables.get(i);
            int end = end(variable);
            if (end > 0) {
                byte[] left = Arrays.copyOfRange(variable, 0, end);
                byte[] right = Arrays.copyOfRange(variable, end + 1, variable.length);
                environment.put(name.invoke(null, left), value.invoke(null, right));
                expected.put(text(left), text(right));
            }
        }
        return System.getenv().equals(expected);
    }

    /** Where the name ends, which may begin with an equals sign. */
    private static int end(byte[] variable) {
        for (int i = 1; i < variable.length; i++) {
            if (variable[i] == '=') {
                return i;
            }
        }
        return -1;
    }

    private static Method valueOf(String type) throws ReflectiveOperationException {
        Method method = Class.forName(type).getMethod("valueOf", byte[].class);
        method.setAccessible(true);
        return method;
    }

    private static Field field(Class<?> type, String name) throws ReflectiveOperationException {
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(fileNames());
    }

    private static String text(byte[] bytes) {
        return new String(bytes, Charset.defaultCharset());
    }

    private static Charset fileNames() {
        return Charset.forName(System.getProperty("sun.jnu.encoding"));
    }
}

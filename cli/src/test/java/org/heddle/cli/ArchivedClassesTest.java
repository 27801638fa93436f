package org.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Classes that stay in the archive which makes starts quick. Picocli's are in an old format, and the JVM archives such classes only
 * where none of them has been linked, as is who writes or is named by a lambda or a method reference. One alone takes all of its
 * interfaces along, and then every start parses some forty classes, and reads the index of every jar.
 */
class ArchivedClassesTest {
    private final Set<String> wrong = new TreeSet<>();
    private int lambdas;

    @BeforeEach
    void lookForLambdas() throws IOException {
        Path classes = Path.of(
                Main.class.getProtectionDomain().getCodeSource().getLocation().getPath());
        List<Path> files;
        try (Stream<Path> found = Files.walk(classes)) {
            files = found.filter(file -> file.toString().endsWith(".class")).toList();
        }
        for (Path file : files) {
            ClassReader reader = new ClassReader(Files.readAllBytes(file));
            reader.accept(new Lambdas(reader.getClassName()), ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        }
    }

    @Test
    void noLambdaLinksAClassOfPicocli() {
        assertTrue(lambdas > 100, "only " + lambdas + " lambdas were found");
        assertEquals(Set.of(), wrong);
    }

    /** What is wrong with the lambdas of one class. */
    private final class Lambdas extends ClassVisitor {
        private final String owner;

        Lambdas(String owner) {
            super(Opcodes.ASM9);
            this.owner = owner;
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String type, String signature, String[] thrown) {
            return new MethodVisitor(Opcodes.ASM9) {
                @Override
                public void visitInvokeDynamicInsn(String single, String made, Handle bootstrap, Object... arguments) {
                    if (bootstrap.getOwner().equals("java/lang/invoke/LambdaMetafactory")) {
                        lambdas++;
                        String named = ((Handle) arguments[1]).getOwner();
                        String wanted = Type.getReturnType(made).getInternalName();
                        Stream.of(owner, named, wanted)
                                .filter(ArchivedClassesTest::isOfPicocli)
                                .forEach(one -> wrong.add(one + " in " + owner + "." + name));
                    }
                }
            };
        }
    }

    private static boolean isOfPicocli(String internalName) {
        if (internalName.startsWith("[")) {
            return false;
        }
        try {
            return isOfPicocli(Class.forName(internalName.replace('/', '.'), false, Main.class.getClassLoader()));
        } catch (ClassNotFoundException absent) {
            throw new IllegalStateException(absent);
        }
    }

    private static boolean isOfPicocli(Class<?> type) {
        return type != null
                && (type.getName().startsWith("picocli.")
                        || isOfPicocli(type.getSuperclass())
                        || Stream.of(type.getInterfaces()).anyMatch(ArchivedClassesTest::isOfPicocli));
    }
}

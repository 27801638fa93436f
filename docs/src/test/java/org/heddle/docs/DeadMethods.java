package org.heddle.docs;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * Methods that nobody calls: no class that is compiled here, no library that knows them by a type of its own, and no test. What tests
 * call is told by their text: a file that names the class and calls a method of that name.
 */
final class DeadMethods {
    private final List<String> tests;

    /** Judges with these sources of tests. */
    DeadMethods(List<String> tests) {
        this.tests = tests;
    }

    /** Those of the classes, each with its file, line and what to do. */
    List<String> in(JavaClasses classes) {
        List<String> dead = new ArrayList<>();
        for (JavaClass type : classes) {
            for (JavaMethod method : type.getMethods()) {
                if (!isMade(method) && !isCalled(method) && !isOfLibrary(method) && !isTested(method)) {
                    String place = method.getSourceCodeLocation().toString().replaceAll("[()]", "");
                    dead.add(place + ": nobody calls " + type.getSimpleName() + "." + method.getName() + ": delete it");
                }
            }
        }
        return dead.stream().sorted().toList();
    }

    /** Whether the compiler has made it, or it is there for what comes from outside. */
    private static boolean isMade(JavaMethod method) {
        JavaClass type = method.getOwner();
        boolean isOfEnum = type.isEnum() && List.of("values", "valueOf").contains(method.getName());
        boolean isComponent = type.isRecord()
                && method.getRawParameterTypes().isEmpty()
                && type.tryGetField(method.getName()).isPresent();
        return isOfEnum
                || isComponent
                || method.getName().equals("main")
                || !method.getAnnotations().isEmpty()
                || method.getModifiers().contains(JavaModifier.SYNTHETIC)
                || method.getModifiers().contains(JavaModifier.BRIDGE);
    }

    private static boolean isCalled(JavaMethod method) {
        return Stream.of(method.getCallsOfSelf(), method.getReferencesToSelf())
                .flatMap(Collection::stream)
                .anyMatch(call -> !call.getOrigin().equals(method));
    }

    /** Whether a type above has it too: then calls go by that type. */
    private static boolean isOfLibrary(JavaMethod method) {
        JavaClass type = method.getOwner();
        return Stream.of(type.getAllRawSuperclasses(), type.getAllRawInterfaces())
                .flatMap(Collection::stream)
                .flatMap(above -> above.getMethods().stream())
                .anyMatch(other -> other.getName().equals(method.getName())
                        && other.getRawParameterTypes().size()
                                == method.getRawParameterTypes().size());
    }

    private boolean isTested(JavaMethod method) {
        String type = method.getOwner().getSimpleName();
        return tests.stream()
                .anyMatch(test -> test.contains(type)
                        && (test.contains("." + method.getName() + "(") || test.contains("::" + method.getName())));
    }
}

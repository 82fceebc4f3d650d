package shapes;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.Supplier;

/** Lambdas, method references, string concatenation, records. */
class Functions {
    record Point(int x, long y, String name) {}

    private int base;

    Runnable plain() {
        return () -> {};
    }

    Supplier<String> capturing(String text, long number) {
        return () -> text + number + base;
    }

    static IntBinaryOperator staticReference() {
        return Math::max;
    }

    static Supplier<Integer> boundReference(String text) {
        return text::length;
    }

    static Function<String, Integer> unboundReference() {
        return String::length;
    }

    static Supplier<ArrayList<String>> constructorReference() {
        return ArrayList::new;
    }

    static Function<CharSequence, Integer> interfaceReference() {
        return CharSequence::length;
    }

    Supplier<String> superReference() {
        return super::toString;
    }

    static Function<Integer, int[]> arrayReference() {
        return int[]::new;
    }

    static Runnable marked() {
        return (Runnable & Serializable & Cloneable) () -> System.gc();
    }

    static String concat(String a, int b, double c, Object d, char e) {
        return "a\u0001=" + a + ", b=" + b + ' ' + c + d + e + "\u0002";
    }

    static boolean component(Point p, Object other) {
        return p.equals(other) && p.hashCode() == p.x() && p.toString() == p.name();
    }
}

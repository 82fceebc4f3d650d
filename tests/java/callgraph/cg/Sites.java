package cg;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Calls of one method that differ in what they are given: coarse algorithms must not take one for the other. */
public class Sites {
    static String text = "";
    static Object[] array;

    public static class Target {
        public void one() {
        }

        public void two() {
        }
    }

    public static void main(String[] args) throws Exception {
        text.trim();
        text.length();
        text.chars().forEach(c -> character()); // site: chars
        List<String> list = new ArrayList<>();
        list.add(text);
        list.stream();
        list.stream().forEach(x -> sequential()); // site: sequential
        list.parallelStream().forEach(x -> parallel()); // site: parallel
        Target.class.getMethod("one").invoke(new Target()); // site: one
        second();
        CompletableFuture<String> future = CompletableFuture.completedFuture(text);
        future.thenAccept(null);
        future.thenAccept(x -> accepted()); // site: accept
        array = new Exception().getStackTrace();
        array[0].hashCode(); // site: plain element
        array = new Object[] {Integer.valueOf(args.length)};
        array[0].toString(); // site: plain stored
        Object task = list.isEmpty() ? args : list;
        ((Runnable) task).run(); // site: cast
    }

    static void second() throws Exception {
        Target.class.getMethod("two").invoke(new Target()); // site: two
    }

    static void character() {
    }

    static void sequential() {
    }

    static void parallel() {
    }

    static void accepted() {
    }
}

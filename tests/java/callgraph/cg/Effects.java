package cg;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collector;

/** What library methods do with what they are given: models, and what they leave open. */
public class Effects {
    static class Cause extends RuntimeException {
        private static final long serialVersionUID = 1;

        void initial() {
        }

        void late() {
        }

        void suppressed() {
        }
    }

    static class Pool extends ThreadPoolExecutor {
        Pool() {
            super(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), new Rejected());
        }

        @Override
        protected void beforeExecute(Thread thread, Runnable task) {
        }

        @Override
        protected void terminated() {
        }
    }

    static class Rejected implements RejectedExecutionHandler {
        @Override
        public void rejectedExecution(Runnable task, ThreadPoolExecutor pool) {
        }
    }

    static class Done extends FutureTask<String> {
        Done() {
            super(() -> "");
        }

        @Override
        protected void done() {
        }
    }

    static class Forked extends ForkJoinTask<String> {
        private static final long serialVersionUID = 1;

        @Override
        public String getRawResult() {
            return "";
        }

        @Override
        protected void setRawResult(String value) {
        }

        @Override
        protected boolean exec() {
            return true;
        }
    }

    static class Counting implements Collector<String, int[], Integer> {
        @Override
        public Supplier<int[]> supplier() {
            return () -> new int[1];
        }

        @Override
        public BiConsumer<int[], String> accumulator() {
            return (count, text) -> counted(count);
        }

        @Override
        public BinaryOperator<int[]> combiner() {
            return (a, b) -> a;
        }

        @Override
        public Function<int[], Integer> finisher() {
            return count -> count[0];
        }

        @Override
        public Set<Characteristics> characteristics() {
            return Set.of();
        }
    }

    static class Shared {
        static final VarHandle HANDLE;
        static Shared instance;

        static {
            try {
                HANDLE = MethodHandles.lookup().findStaticVarHandle(Shared.class, "instance", Shared.class);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }

        void published() {
        }
    }

    static class Key {
    }

    static class Part {
        boolean same() {
            return true;
        }

        @Override
        public boolean equals(Object other) {
            return ((Part) other).same();
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    record Pair(Part part, int count) {
    }

    public static class Base {
        public void work() {
        }

        public void inherited() {
        }
    }

    public static class Derived extends Base {
        @Override
        public void work() {
        }
    }

    static class Element {
        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return 1;
        }

        @Override
        public String toString() {
            return "";
        }
    }

    public interface Plugin {
        void plug();
    }

    public static class Plugged implements Plugin {
        @Override
        public void plug() {
        }
    }

    interface WithDefault {
        Object MADE = initialized();

        default void unused() {
        }
    }

    interface WithoutDefault {
        Object MADE = uninitialized();

        void unused();
    }

    static class Implementation implements WithDefault {
    }

    abstract static class Half implements WithoutDefault {
    }

    static class Whole extends Half {
        @Override
        public void unused() {
        }
    }

    public static void main(String[] args) throws Exception {
        threads();
        causes();
        pools();
        Shared.HANDLE.setRelease(new Shared());
        ((Shared) Shared.HANDLE.getAcquire()).published(); // site: published
        new Pair(new Part(), 1).equals(new Pair(new Part(), 2));
        Base.class.getMethod("work").invoke(new Derived()); // site: override
        Derived.class.getMethod("inherited").invoke(new Derived()); // site: inherited
        Plugin.class.getMethod("plug").invoke(new Plugged()); // site: interface
        new Implementation();
        new Whole();
        Optional.of(args).map(x -> optional(x)); // site: optional
        List.of("").stream().collect(new Counting()); // site: collect
        List<Element> elements = new ArrayList<>();
        elements.add(new Element());
        elements.equals(elements);
        elements.hashCode();
        elements.toString();
        new WeakReference<>(elements).get();
        new java.io.File(".").listFiles()[0].getName(); // site: listed
    }

    static void threads() {
        Thread inner = new Thread(() -> inThread());
        Thread outer = new Thread(inner);
        outer.start(); // site: thread in thread
        CompletableFuture<String> done = CompletableFuture.completedFuture("");
        done.thenRun(new FutureTask<>(() -> inTask())); // site: task
        CompletableFuture.runAsync(() -> asynchronous(), task -> executing()); // site: executor
        done.thenApplyAsync(x -> x, task -> executingStage()); // site: stage executor
        new Forked().fork(); // site: fork
        ConcurrentHashMap<String, Key> map = new ConcurrentHashMap<>();
        map.put("", new Key());
        map.forEach(1, (name, key) -> inBulk(key)); // site: bulk
        map.search(1, (name, key) -> searched(key)); // site: search
    }

    static void causes() {
        Exception chained = new Exception("", new Cause());
        ((Cause) chained.getCause()).initial(); // site: initial cause
        Exception late = new Exception("late");
        late.initCause(new Cause());
        ((Cause) late.getCause()).late(); // site: late cause
        Exception closed = new Exception("closed");
        closed.addSuppressed(new Cause());
        ((Cause) closed.getSuppressed()[0]).suppressed(); // site: suppressed
    }

    static void pools() {
        new Pool().execute(() -> {
        });
        new Thread(new Done()).start();
    }

    static void inThread() {
    }

    static String inTask() {
        return "";
    }

    static void asynchronous() {
    }

    static void executing() {
    }

    static void executingStage() {
    }

    static void inBulk(Key key) {
    }

    static String searched(Key key) {
        return "";
    }

    static void counted(int[] count) {
        count[0]++;
    }

    static Object optional(Object value) {
        return value;
    }

    static Object initialized() {
        return "";
    }

    static Object uninitialized() {
        return "";
    }
}

import java.util.concurrent.Callable;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Executes every kind of instruction that is instrumented, and prints the results. The rewritten program must print the
 * same. expected.txt contains the log of the hooks for each scenario.
 */
public class Behaviour {
    int number;
    long big;
    double real;
    String text;
    volatile int flag;
    volatile double level;
    static int count;
    Behaviour other;

    public static void main(String[] arguments) throws Exception {
        run("fields", () -> handed(new Behaviour()).fields());
        run("fields of one's own object", () -> new Behaviour().fields());
        run("null receiver", () -> nullReceiver(null));
        run("volatile", () -> handed(new Behaviour()).volatiles());
        run("synchronized method", () -> handed(new Behaviour()).synchronizedMethod(1));
        run("synchronized method throws", () -> handed(new Behaviour()).synchronizedMethod(0));
        run("static synchronized method throws", () -> staticSynchronized(0));
        run("this overwritten", () -> handed(new Behaviour()).bothInOneLocal(5));
        run("synchronized block throws", () -> block(new Object(), true));
        run("synchronized block", () -> block(new Object(), false));
        run("wait interrupted", () -> waits(new Object(), true));
        run("wait", () -> waits(new Object(), false));
        run("wait without monitor", () -> {
            new StringBuilder().wait(1);
            return null;
        });
        run("arrays", () -> arrays(new int[3], new long[3], new double[3], new String[3], new byte[3], new boolean[3]));
        run("array cache", () -> cache(new int[][] {{1, 2}, {3, 4}}, new int[2]));
        run("null array", () -> arrays(null, null, null, null, null, null));
        run("lock", () -> lock(new ReentrantLock()));
        run("join", () -> join(Thread.currentThread()));
        run("clone", () -> handed(new Copied()).copy());
        run("constructor", () -> handed(new Escaping(handed(new Behaviour()))).seen);
        run("super call with choice", () -> handed(new Chosen(true)).number + handed(new Chosen(false)).number);
        run("many locals", () -> manyLocals(3));
        run("loop at the start", () -> loopAtStart(4));
        run("interface", () -> handed(new Shaped()).twice() + Shape.once(handed(new Shaped())));
        run("record", () -> new Pair(3, 4).sum() + " " + new Pair(1, 2));
        run("enum", () -> handed(Colour.GREEN).use() + Colour.GREEN.use() + handed(Colour.valueOf("RED")).use());
        run("inner class", () -> handed(handed(new Behaviour()).new Inner(5)).sum());
        run("lambda", () -> handed(new Behaviour()).lambda(4).call());
        run("string switch",
                () -> handed(new Behaviour()).stringSwitch("two") + handed(new Behaviour()).stringSwitch("none"));
        run("resources", () -> resources(handed(new Behaviour())));
        run("subclass", () -> handed(new Copied()).fields());
        run("recursion", () -> handed(new Behaviour()).recursion(100_000_000));
    }

    /**
     * The thread that creates an object owns it, and accesses by the owner do not call hooks. If the program is
     * rewritten, this method removes the owner, so that accesses call hooks.
     */
    static <T> T handed(T object) {
        for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
            try {
                type.getDeclaredField("$snag").set(object, null);
            } catch (NoSuchFieldException e) {
                // not in this class
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
        }
        return object;
    }

    static void run(String name, Callable<Object> scenario) {
        Object result;
        System.err.println("== " + name);
        try {
            result = scenario.call();
        } catch (Throwable problem) {
            result = problem.getClass().getName();
        }
        System.out.println(name + ": " + result);
    }

    Object fields() {
        number = 7;
        big = number * 3L;
        real = big / 2.0;
        text = "t" + number;
        other = this;
        other.big += 1;
        other.real++;
        count += number;
        return number + " " + big + " " + real + " " + text;
    }

    static Object nullReceiver(Behaviour none) {
        none.big = 1;
        return none;
    }

    Object volatiles() {
        flag = 3;
        level = flag + 0.5;
        flag++;
        return flag + " " + level;
    }

    synchronized int synchronizedMethod(int divisor) {
        number = 10 / divisor;
        return number;
    }

    static synchronized int staticSynchronized(int divisor) {
        count = 10 / divisor;
        return count;
    }

    int bothInOneLocal(int x) {
        int result = number + x;
        {
            Behaviour self = this;
            synchronized (self) {
                result += self.number;
            }
        }
        return result;
    }

    static Object block(Object lock, boolean fails) {
        int done = 0;
        synchronized (lock) {
            done++;
            if (fails) throw new IllegalStateException();
        }
        return done;
    }

    static Object waits(Object lock, boolean interrupted) throws Exception {
        String before = "before";
        long kept = 5;
        if (interrupted) Thread.currentThread().interrupt();
        synchronized (lock) {
            try {
                lock.wait(1, 1);
                return "waited";
            } catch (InterruptedException e) {
                return before + kept;
            } finally {
                count++;
            }
        }
    }

    static Object arrays(int[] ints, long[] longs, double[] doubles, String[] strings, byte[] bytes, boolean[] flags) {
        for (int i = 0; i < 3; i++) {
            ints[i] = i;
            longs[i] = ints[i] + 1L;
            doubles[i] = longs[i] / 2.0;
            strings[i] = "s" + doubles[i];
            bytes[i] = (byte) ints[i];
            flags[i] = bytes[i] > 0;
            ints[i]++;
            longs[i] += 2;
        }
        return ints[2] + " " + longs[2] + " " + doubles[2] + " " + strings[2] + " " + bytes[2] + " " + flags[2];
    }

    static Object cache(int[][] rows, int[] sums) {
        for (int i = 0; i < 2; i++) {
            for (int k = 0; k < 2; k++) sums[i] += rows[i][k];
        }
        return sums[0] + sums[1];
    }

    static Object lock(ReentrantLock lock) {
        lock.lock();
        try {
            return lock.tryLock();
        } finally {
            lock.unlock();
        }
    }

    static Object join(Thread thread) {
        int kept = 4;
        try {
            thread.interrupt();
            thread.join(10, kept);
            return "joined";
        } catch (InterruptedException e) {
            return "interrupted " + kept;
        }
    }

    static Object manyLocals(int start) {
        long a0 = start, a1 = 1, a2 = 2, a3 = 3, a4 = 4, a5 = 5, a6 = 6, a7 = 7, a8 = 8, a9 = 9;
        double b0 = 1, b1 = 1, b2 = 2, b3 = 3, b4 = 4, b5 = 5, b6 = 6, b7 = 7, b8 = 8, b9 = 9;
        Behaviour holder = handed(new Behaviour());
        for (int i = 0; i < 3; i++) {
            holder.big += a0 + a1 + a2 + a3 + a4 + a5 + a6 + a7 + a8 + a9;
            holder.real += b0 + b1 + b2 + b3 + b4 + b5 + b6 + b7 + b8 + b9;
            if (holder.big > 100) break;
        }
        return holder.big + " " + holder.real;
    }

    static Object loopAtStart(int n) {
        do {
            count++;
            n--;
        } while (n > 0);
        return n;
    }

    interface Shape {
        int side();

        default int twice() {
            Shaped self = (Shaped) this;
            return self.length + self.length;
        }

        static int once(Shaped shaped) {
            return shaped.length;
        }
    }

    static class Shaped implements Shape {
        int length = 6;

        public int side() {
            return length;
        }
    }

    record Pair(int left, int right) {
        int sum() {
            return left + right;
        }
    }

    enum Colour {
        RED, GREEN;
        private int uses;

        int use() {
            return ++uses;
        }
    }

    class Inner {
        int own;

        Inner(int own) {
            this.own = own + number;
        }

        int sum() {
            number += own;
            return number;
        }
    }

    Callable<Object> lambda(int x) {
        return () -> number += x;
    }

    int stringSwitch(String s) {
        switch (s) {
            case "one":
                return number;
            case "two":
                number = 2;
                break;
            default:
                big = 9;
        }
        return number + (int) big;
    }

    static Object resources(Behaviour b) throws Exception {
        try (AutoCloseable first = () -> b.number++; AutoCloseable second = () -> b.number *= 5) {
            b.number += first == second ? 1 : 2;
            throw new IllegalStateException();
        } catch (IllegalStateException e) {
            return b.number;
        }
    }

    /** Ends with a stack overflow: wherever it happens, the monitor is released as often as it was acquired. */
    Object recursion(int depth) {
        try {
            return recursionStep(depth);
        } catch (StackOverflowError e) {
            return Thread.holdsLock(this) ? "still locked" : "free";
        }
    }

    private synchronized int recursionStep(int depth) {
        synchronized (this) {
            return depth == 0 ? 0 : recursionStep(depth - 1) + 1;
        }
    }

    static class Copied extends Behaviour implements Cloneable, java.io.Serializable {
        Object copy() throws CloneNotSupportedException {
            number = 3;
            Copied copy = (Copied) super.clone();
            copy.number++;
            return number + " " + copy.number + " " + java.io.ObjectStreamClass.lookup(Copied.class).getSerialVersionUID();
        }
    }

    static class Escaping {
        int before, after;
        Object seen;

        Escaping(Behaviour holder) {
            before = 1;
            holder.text = "held";
            seen = see(this);
            after = 2;
        }

        static Object see(Escaping unfinished) {
            return unfinished.before + " " + unfinished.after;
        }
    }

    static class Chosen extends Behaviour {
        final String name;

        Chosen(boolean yes) {
            super();
            name = yes ? "yes" : "no";
            number = yes ? name.length() : 10;
        }
    }
}

package snag.runtime;

/**
 * What a hook of the runtime costs, in nanoseconds for each call, without agent and rewriter: loops over 1024 objects
 * through helpers like the generated ones, best of several rounds.
 *
 * usage: bench/runtime/run [JAVA_HOME]
 */
public final class RuntimeBench extends Native {
    private static final int OBJECTS = Integer.getInteger("objects", 1024);
    private static final int CALLS = 1 << 20;
    private static final int ROUNDS = Integer.getInteger("rounds", 5);
    /** CPU time of this thread: other load on the machine then matters less. */
    private static final java.lang.management.ThreadMXBean CPU =
            java.lang.management.ManagementFactory.getThreadMXBean();
    private static long sink;

    static final class Thing {
        public transient Object $snag;
        int x;
    }

    /** One loop over the objects. */
    interface Body {
        void over(Thing[] things, Thread me);
    }

    static void r(Thing o, Thread me, int site) {
        if (o == null) return;
        Object s = o.$snag;
        if (s == me) return;
        Hooks.read(o, s, me, site);
    }

    static void w(Thing o, Thread me, int site) {
        if (o == null) return;
        Object s = o.$snag;
        if (s == me) return;
        Hooks.write(o, s, me, site);
    }

    static void b(Thing o, Thread me, int site) {
        if (o == null) return;
        Object s = o.$snag;
        if (s == me) return;
        Hooks.begin(o, s, me, site);
    }

    static void e(Thing o, Thread me, int site) {
        if (o == null) return;
        Object s = o.$snag;
        if (s == me) return;
        Hooks.end(o, s, me, site);
    }

    @Override
    public int[] fieldsOf(int site) {
        return new int[] {site & 7, site >= 100 ? 1 : 0};
    }

    @Override
    public Object staticHolder(int site) {
        return null;
    }

    @Override
    public String staticWord(int site) {
        return null;
    }

    @Override
    public Object mention(int site) {
        return null;
    }

    @Override
    public int[] goneSites() {
        return null;
    }

    @Override
    public int[] goneFields() {
        return null;
    }

    @Override
    public Stack stack() {
        return new Stack();
    }

    @Override
    public int report(Report report) {
        return 1;
    }

    @Override
    public void again(int report, int count) {}

    @Override
    public long liveBytes() {
        return 0;
    }

    @Override
    public void pause() {
        Thread.yield();
    }

    @Override
    public void log(String message) {
        System.out.println(message);
    }

    private static void measure(String what, Thing[] things, double calls, Body body) {
        Thread me = Thread.currentThread();
        if (!what.contains(System.getProperty("only", ""))) return;
        double best = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            int loops = Math.max(1, CALLS / OBJECTS);
            long start = CPU.getCurrentThreadCpuTime();
            for (int i = 0; i < loops; i++) body.over(things, me);
            best = Math.min(best, (CPU.getCurrentThreadCpuTime() - start) / (calls * loops * OBJECTS));
        }
        System.out.printf("%-52s %8.2f ns%n", what, best);
    }

    private static Thing[] fresh() {
        Thing[] things = new Thing[OBJECTS];
        for (int i = 0; i < OBJECTS; i++) things[i] = new Thing();
        return things;
    }

    private static void touchedByAnother(Thing[] things, int site) throws InterruptedException {
        Thread other = new Thread(() -> {
            for (Thing o : things) r(o, Thread.currentThread(), site);
        });
        other.start();
        other.join();
    }

    private static void configure(Check check, boolean byField) {
        Hooks.configure(new String[] {check.id}, new String[] {"granularity", byField ? "field" : "object"}, 0);
    }

    public static void main(String[] arguments) throws Exception {
        Native.agent = new RuntimeBench();
        configure(Check.RACE, true);
        Thing[] plain = fresh();
        measure("no check", plain, 1, (t, me) -> {
            for (Thing o : t) sink += o.x;
        });
        measure("owned: read", plain, 1, (t, me) -> {
            for (Thing o : t) {
                r(o, me, 1);
                sink += o.x;
            }
        });
        measure("first touch (new object)", plain, 1, (t, me) -> {
            for (int i = 0; i < t.length; i++) {
                Thing o = new Thing();
                t[i] = o;
                r(o, me, 1);
            }
        });
        Thing[] shared = fresh();
        touchedByAnother(shared, 1);
        measure("shared read: one site", shared, 1, (t, me) -> {
            for (Thing o : t) {
                r(o, me, 1);
                sink += o.x;
            }
        });
        measure("shared read: four sites", shared, 4, (t, me) -> {
            for (Thing o : t) {
                r(o, me, 1);
                r(o, me, 2);
                r(o, me, 3);
                r(o, me, 4);
                sink += o.x;
            }
        });
        Thing[] handed = fresh();
        touchedByAnother(handed, 1);
        measure("handed over: write", handed, 1, (t, me) -> {
            for (Thing o : t) {
                w(o, me, 101);
                sink += o.x;
            }
        });
        Thing[] locked = fresh();
        Object lock = new Object();
        touchedByAnother(locked, 1);
        measure("shared, a monitor around each read (hooks only)", locked, 1, (t, me) -> {
            for (Thing o : t) {
                Hooks.entered(lock, 1);
                r(o, me, 2);
                Hooks.exiting(lock, 1);
            }
        });
        measure("monitor enter + exit hooks, one lock", locked, 1, (t, me) -> {
            for (Thing o : t) {
                Hooks.entered(lock, 1);
                Hooks.exiting(lock, 1);
            }
        });
        measure("the same with a real monitor", locked, 1, (t, me) -> {
            for (Thing o : t) {
                synchronized (lock) {
                    Hooks.entered(lock, 1);
                    sink += o.x;
                    Hooks.exiting(lock, 1);
                }
            }
        });
        measure("real monitor without hooks", locked, 1, (t, me) -> {
            for (Thing o : t) {
                synchronized (lock) {
                    sink += o.x;
                }
            }
        });
        measure("monitors of 1024 objects, with hooks", locked, 1, (t, me) -> {
            for (Thing o : t) {
                synchronized (o) {
                    Hooks.entered(o, 1);
                    sink += o.x;
                    Hooks.exiting(o, 1);
                }
            }
        });
        measure("monitor of a new object each time, with hooks", locked, 1, (t, me) -> {
            for (Thing o : t) {
                Object fresh = new Object();
                synchronized (fresh) {
                    Hooks.entered(fresh, 1);
                    sink += o.x;
                    Hooks.exiting(fresh, 1);
                }
            }
        });
        measure("monitor of a new application object, with hooks", locked, 1, (t, me) -> {
            for (Thing o : t) {
                Thing fresh = new Thing();
                synchronized (fresh) {
                    Hooks.entered(fresh, 1);
                    sink += o.x;
                    Hooks.exiting(fresh, 1);
                }
            }
        });
        measure("volatile read, one object", locked, 1, (t, me) -> {
            for (Thing o : t) Hooks.volatileRead(lock, 5);
        });
        int[][] arrays = new int[OBJECTS][16];
        measure("array read, owned, one array", plain, 1, (t, me) -> {
            int[] a = arrays[3];
            for (int i = 0; i < t.length; i++) {
                Hooks.arrayRead(a, me, 7);
                sink += a[i & 15];
            }
        });
        measure("array read, owned, 16 reads for each of 1024", plain, 16, (t, me) -> {
            for (int[] a : arrays) {
                for (int i = 0; i < 16; i++) {
                    Hooks.arrayRead(a, me, 7);
                    sink += a[i];
                }
            }
        });
        measure("array read, owned, another array each time", plain, 1, (t, me) -> {
            for (int[] a : arrays) {
                Hooks.arrayRead(a, me, 7);
                sink += a[3];
            }
        });
        consistency();
        System.out.println(sink == 42 ? "" : "done");
    }

    private static void consistency() throws InterruptedException {
        configure(Check.CONSISTENCY, true);
        Thing[] owned = fresh();
        measure("consistency: owned begin + end", owned, 1, (t, me) -> {
            for (Thing o : t) {
                r(o, me, 1);
                b(o, me, 2);
                e(o, me, 2);
            }
        });
        Thing[] shared = fresh();
        touchedByAnother(shared, 1);
        measure("consistency: never written, begin + read + end", shared, 1, (t, me) -> {
            for (Thing o : t) {
                b(o, me, 2);
                r(o, me, 1);
                e(o, me, 2);
            }
        });
        Thing[] written = fresh();
        touchedByAnother(written, 1);
        measure("consistency: handed over, write", written, 1, (t, me) -> {
            for (Thing o : t) w(o, me, 101);
        });
        measure("consistency: written, begin + read + end", written, 1, (t, me) -> {
            for (Thing o : t) {
                b(o, me, 2);
                r(o, me, 1);
                e(o, me, 2);
            }
        });
    }
}

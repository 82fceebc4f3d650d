package snag.runtime;

import jdk.internal.misc.Unsafe;

/**
 * The few raw memory operations of the runtime. The agent exports jdk.internal.misc to the boot loader's unnamed module
 * before it defines these classes; VarHandles would need java.lang.invoke, which may be initialising when a hook runs.
 */
final class Raw {
    static final Unsafe UNSAFE = Unsafe.getUnsafe();

    /**
     * Thread.tid: unique for the life of the JVM, also for virtual threads. getId() can be overridden by applications.
     */
    static final long TID = UNSAFE.objectFieldOffset(Thread.class, "tid");

    /**
     * A spin lock of ours is held for well under a microsecond unless its holder lost the CPU. Then it is held until
     * the holder gets the CPU back, which takes the longer the more threads want it: so the others stop wanting it, and
     * sleep. With a load of 14 on two cores it took more than 100 ms. (Yielding for 0.3 ms dropped up to nine events in
     * two seconds of eight threads at one object, and a Shadow that was refused nine times counts as stuck. Thread.yield
     * would make a virtual thread give up its carrier, which leaves a copy of its stack in the heap.)
     */
    private static final int SPINS = 200;
    /** So often they sleep at least: time may pass without the process (containers, suspended machines). */
    private static final int PAUSES = 20;
    /** And so long, in nanoseconds; tests make it shorter. */
    static long patience = 500_000_000L;
    private static final long PATIENCE_WITH_TABLES = 5_000_000_000L;

    private Raw() {}

    static long threadId(Thread thread) {
        return UNSAFE.getLong(thread, TID);
    }

    /**
     * Takes the spin lock in the int at {@code offset} of {@code o}. Gives up after a bounded time and returns false: a
     * holder that was killed by a StackOverflowError between lock and unlock must not hang the application.
     */
    static boolean lock(Object o, long offset) {
        if (UNSAFE.compareAndSetInt(o, offset, 0, 1)) return true;
        return lockSlow(o, offset, patience);
    }

    /**
     * For the tables of threads and locks, where a lost event could make a false report: waits longer, then switches
     * Snag off.
     */
    static boolean lockTable(Object o, long offset) {
        if (UNSAFE.compareAndSetInt(o, offset, 0, 1)) return true;
        if (lockSlow(o, offset, PATIENCE_WITH_TABLES)) return true;
        if (!Hooks.off) Hooks.fail("a table of Snag is stuck", null);
        return false;
    }

    private static boolean lockSlow(Object o, long offset, long nanoseconds) {
        long start = 0;
        for (int i = 0;; i++) {
            if (i < SPINS) {
                Thread.onSpinWait();
            } else {
                if (i == SPINS) start = System.nanoTime();
                Native.agent.pause();
            }
            if (UNSAFE.getIntVolatile(o, offset) == 0 && UNSAFE.compareAndSetInt(o, offset, 0, 1)) return true;
            if (i < SPINS + PAUSES) continue;
            if (Hooks.off || System.nanoTime() - start > nanoseconds) return false;
        }
    }

    static void unlock(Object o, long offset) {
        UNSAFE.putIntRelease(o, offset, 0);
    }
}

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
     * Tries before an event is dropped: a spin lock of ours is held for well under a microsecond unless its holder
     * lost the CPU.
     */
    private static final int SPINS = 64;
    private static final int YIELDS = 400;
    private static final int PATIENCE = 10000;

    private Raw() {}

    static long threadId(Thread thread) {
        return UNSAFE.getLong(thread, TID);
    }

    /**
     * Takes the spin lock in the int at {@code offset} of {@code o}. Gives up after a bounded time and answers false: a
     * holder that was killed by a StackOverflowError between lock and unlock must not hang the application.
     */
    static boolean lock(Object o, long offset) {
        if (UNSAFE.compareAndSetInt(o, offset, 0, 1)) return true;
        return lockSlow(o, offset);
    }

    /**
     * For the tables of threads and locks, where a lost event could make a false report: waits longer, then switches
     * Snag off.
     */
    static boolean lockTable(Object o, long offset) {
        if (UNSAFE.compareAndSetInt(o, offset, 0, 1)) return true;
        for (int i = 0; i < PATIENCE; i++) {
            if (lockSlow(o, offset)) return true;
            if (Hooks.off) return false;
        }
        Hooks.fail("a table of Snag is stuck", null);
        return false;
    }

    private static boolean lockSlow(Object o, long offset) {
        for (int i = 0; i < SPINS + YIELDS; i++) {
            if (i < SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
            if (UNSAFE.getIntVolatile(o, offset) == 0 && UNSAFE.compareAndSetInt(o, offset, 0, 1)) return true;
        }
        return false;
    }

    static void unlock(Object o, long offset) {
        UNSAFE.putIntRelease(o, offset, 0);
    }
}

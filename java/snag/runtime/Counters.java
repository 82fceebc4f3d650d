package snag.runtime;

/** Counters for the end record. Plain longs: a lost increment does no harm. */
final class Counters {
    static long handovers;
    static long accessesSlow;
    static long conflictsOrdered;
    static long reportedRaces;
    static long reportedUnits;
    static long droppedBusy;
    static long droppedMemory;
    static long droppedError;
    static long threads;
    /** Threads that got no slot of their own. */
    static long sharers;

    private Counters() {}
}
